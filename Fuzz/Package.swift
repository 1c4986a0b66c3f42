// swift-tools-version: 6.2
import PackageDescription

/// As the package itself compiles its sources, but for warnings.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// A package of its own: the whole of it is compiled with libFuzzer's and AddressSanitizer's instruments. The sources are
// the package's own, by links, so that what no program can call is reached too.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
    .target(name: "CResources"),
    .target(name: "ConfigDIRuntime", swiftSettings: strict),
    .target(
      name: "ConfigDI", dependencies: ["CYAML", "ConfigDIRuntime"], exclude: ["Documentation.docc"],
      swiftSettings: strict),
    .target(
      name: "CheckTool", dependencies: ["ConfigDI", "CResources"], exclude: ["main.swift", "Resources"],
      swiftSettings: strict),
    .executableTarget(name: "fuzz", dependencies: ["ConfigDI", "ConfigDIRuntime", "CheckTool"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

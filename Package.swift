// swift-tools-version: 6.2
import PackageDescription

/// One set of compiler settings for every target, each with its reason.
let strict: [SwiftSetting] = [
  // `any P` costs an allocation and a witness table: it must be visible where it is paid.
  .enableUpcomingFeature("ExistentialAny"),
  // An extension is visible only where its module is imported, so files stay honest about what they use.
  .enableUpcomingFeature("MemberImportVisibility"),
  // What the public API exposes of other modules is said with `public import`, and nowhere else.
  .enableUpcomingFeature("InternalImportsByDefault"),
  // A warning that may stay becomes a hundred that nobody reads.
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "ConfigDI",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "ConfigDI", targets: ["ConfigDI"]),
    .executable(name: "configdi-check", targets: ["configdi-check"]),
  ],
  targets: [
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "ConfigDI", dependencies: ["CYAML"], swiftSettings: strict),
    .executableTarget(name: "configdi-check", dependencies: ["ConfigDI"], swiftSettings: strict),
    .testTarget(
      name: "ConfigDITests", dependencies: ["ConfigDI"], swiftSettings: strict),
    .testTarget(
      name: "CheckTests", dependencies: ["configdi-check", "ConfigDI"], exclude: ["Transcripts"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The modules that `Scripts/drive/from-code` registers, each of a kind of its own. Nothing in them was written for it.
let modules = [
  "Actors", "Decorated", "Defaults", "Generics", "MainModule", "Nested", "Plain", "SDK", "Several", "Wrappers",
]
let library: [Target.Dependency] = [.product(name: "ConfigDI", package: "ConfigDI")]
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"), .treatAllWarnings(as: .error),
]

let checkout = ProcessInfo.processInfo.environment["CONFIGDI_CHECKOUT"] ?? "../../.."

let package = Package(
  name: "FromCode",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ConfigDI", path: checkout)],
  targets: modules.map { name in
    .target(
      name: name, dependencies: library,
      swiftSettings: strict + (name == "MainModule" ? [.defaultIsolation(MainActor.self)] : []))
  } + [
    .executableTarget(
      name: "Golden", dependencies: modules.map { .byName(name: $0) } + library, swiftSettings: strict),
    .executableTarget(
      name: "Keyed", dependencies: library, exclude: ["app.yaml", "configdi.catalog.json"], swiftSettings: strict,
      plugins: [.plugin(name: "ConfigDIKeys", package: "ConfigDI")]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

/// Samples from the documentation that use packages which cannot be had here, compiled against stubs with the same
/// signatures.
/// `Scripts/drive/samples` builds it. It is a package of its own so that no stub's name meets a real module's.
func stub(_ name: String) -> Target { .target(name: name, path: "Stubs/\(name)") }

func before(_ name: String, _ stub: String) -> Target {
  .target(name: "Before\(name)", dependencies: ["Shared", .target(name: stub)], path: "Newsletter/\(name)")
}

func recipe(_ name: String, _ stubs: String...) -> Target {
  .target(
    name: name, dependencies: stubs.map { .target(name: $0) } + [.product(name: "ConfigDI", package: "ConfigDI")],
    path: name)
}

/// A program in one of the ways in which a module may be isolated.
func client(_ name: String, _ settings: [SwiftSetting] = []) -> Target {
  .executableTarget(
    name: name, dependencies: [.product(name: "ConfigDI", package: "ConfigDI")], path: "Isolation/\(name)",
    swiftSettings: settings)
}

/// A plug-in that has a copy of the library in it.
func plugin(_ name: String) -> Target {
  .target(name: name, dependencies: [.product(name: "ConfigDIRuntime", package: "ConfigDI")], path: "TwoCopies/\(name)")
}

let package = Package(
  name: "Samples",
  platforms: [.macOS(.v15)],
  products: ["FirstPlugin", "SecondPlugin"].map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [.package(name: "ConfigDI", path: "../../..")],
  targets: [
    stub("Swinject"), stub("FactoryKit"), stub("Dependencies"), stub("NeedleFoundation"),
    stub("Vapor"), stub("SwiftUI"),
    .target(name: "Shared", path: "Newsletter/Shared"),
    before("Swinject", "Swinject"), before("Factory", "FactoryKit"), before("Dependencies", "Dependencies"),
    before("Needle", "NeedleFoundation"),
    .executableTarget(
      name: "Here", dependencies: ["Shared", .product(name: "ConfigDI", package: "ConfigDI")],
      path: "Newsletter/Here", exclude: ["app.yaml"]),
    .executableTarget(
      name: "VaporRecipe", dependencies: ["Vapor", .product(name: "ConfigDI", package: "ConfigDI")],
      path: "VaporRecipe", exclude: ["config"]),
    recipe("SwiftUIRecipe", "SwiftUI"), recipe("VaultRecipe"),
    plugin("FirstPlugin"), plugin("SecondPlugin"), .executableTarget(name: "PluginHost", path: "TwoCopies/PluginHost"),
    client("MainActorByDefault", [.defaultIsolation(MainActor.self)]), client("OwnGlobalActor"),
  ]
)

for target in package.targets {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}

// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody else compiles its networking.
let package = Package(
  name: "FromEtcd",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ConfigDI", path: "../..")],
  targets: [.executableTarget(name: "FromEtcd", dependencies: [.product(name: "ConfigDI", package: "ConfigDI")])],
  swiftLanguageModes: [.v6]
)

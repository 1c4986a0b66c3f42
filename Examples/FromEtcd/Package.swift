// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that no other package has to build its networking.
let package = Package(
  name: "FromEtcd",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ConfigDI", path: "../..")],
  targets: [.executableTarget(name: "FromEtcd", dependencies: [.product(name: "ConfigDI", package: "ConfigDI")])],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

// A package of its own: it is a program that uses the library, as others would.
let package = Package(
  name: "Resolve",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ConfigDI", path: "../..")],
  targets: [
    .executableTarget(
      name: "resolve-bench", dependencies: [.product(name: "ConfigDI", package: "ConfigDI")])
  ],
  swiftLanguageModes: [.v6]
)

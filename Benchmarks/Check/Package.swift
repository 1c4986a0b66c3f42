// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CheckBenchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ConfigDI", path: "../..")],
  targets: [
    .executableTarget(
      name: "check-bench", dependencies: [.product(name: "ConfigDI", package: "ConfigDI"), "raw-libyaml"]),
    .target(name: "raw-libyaml", linkerSettings: [.linkedLibrary("yaml")]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2
import PackageDescription

// A package of its own: these are programs that use the library, as others would.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ConfigDI", path: "..")],
  targets: [
    .executableTarget(name: "resolve-bench", dependencies: ["Bench", .product(name: "ConfigDI", package: "ConfigDI")]),
    .executableTarget(name: "setup-bench", dependencies: ["Bench", .product(name: "ConfigDI", package: "ConfigDI")]),
    .executableTarget(name: "check-bench", dependencies: ["Bench", .product(name: "ConfigDI", package: "ConfigDI")]),
    // The reader's own sources, by links: what is measured is compiled as in the library, with nothing made public for
    // it. The library is named only because its build knows libyaml's module.
    .executableTarget(name: "yaml-bench", dependencies: ["Bench", .product(name: "ConfigDI", package: "ConfigDI")]),
    // The graph's sources likewise.
    .executableTarget(name: "graph-bench", dependencies: ["Bench"]),
    .executableTarget(name: "empty"),
    .target(name: "Bench", dependencies: ["Native"]),
    .target(name: "Native", linkerSettings: [.linkedLibrary("yaml")]),
  ],
  swiftLanguageModes: [.v6]
)

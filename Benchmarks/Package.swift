// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    // The graph's own sources, by links: what is measured is compiled as in the library, with nothing made public for it.
    .executableTarget(name: "graph-bench", exclude: ["peers.py"]),
    // The reader's sources likewise, beside libyaml's event loop in C.
    .executableTarget(name: "yaml-bench", dependencies: ["CYAML", "raw-libyaml"]),
    .target(name: "raw-libyaml", dependencies: ["CYAML"]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
  ],
  swiftLanguageModes: [.v6]
)

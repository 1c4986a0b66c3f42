// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that no other package has to fetch a server framework.
let package = Package(
  name: "HummingbirdServer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ConfigDI", path: "../..", traits: ["Configuration", "ServiceLifecycle", "Observability"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.26.0"),
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.2.0", traits: ["JSON", "Reloading"]),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.11.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.10.1"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.4.1"),
  ],
  targets: [
    .executableTarget(
      name: "HummingbirdServer",
      dependencies: [
        .product(name: "ConfigDI", package: "ConfigDI"),
        .product(name: "ConfigDIConfiguration", package: "ConfigDI"),
        .product(name: "ConfigDIServiceLifecycle", package: "ConfigDI"),
        .product(name: "ConfigDIObservability", package: "ConfigDI"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .testTarget(
      name: "EcosystemTests",
      dependencies: [
        .product(name: "ConfigDI", package: "ConfigDI"),
        .product(name: "ConfigDIConfiguration", package: "ConfigDI"),
        .product(name: "ConfigDIServiceLifecycle", package: "ConfigDI"),
        .product(name: "ConfigDIObservability", package: "ConfigDI"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }

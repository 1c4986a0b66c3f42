// swift-tools-version: 6.2
import PackageDescription

// One Hummingbird server, wired by hand and by ConfigDI, for `Scripts/measure/server`.
let package = Package(
  name: "ServerCost",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ConfigDI", path: "../../..", traits: ["ServiceLifecycle"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.26.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.11.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
  ],
  targets: [
    .target(
      name: "Shop",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(name: "Wiring", dependencies: ["Shop", .product(name: "ConfigDI", package: "ConfigDI")]),
    .executableTarget(name: "ByHand", dependencies: ["Shop"]),
    .executableTarget(
      name: "WithContainer",
      dependencies: [
        "Shop", "Wiring", .product(name: "ConfigDI", package: "ConfigDI"),
        .product(name: "ConfigDIServiceLifecycle", package: "ConfigDI"),
      ]),
    .executableTarget(
      name: "WithLive",
      dependencies: [
        "Shop", "Wiring", .product(name: "ConfigDI", package: "ConfigDI"),
        .product(name: "ConfigDIServiceLifecycle", package: "ConfigDI"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }

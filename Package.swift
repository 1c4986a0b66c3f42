// swift-tools-version: 6.2
import PackageDescription

/// One set of compiler settings for every target, each with its reason.
let strict: [SwiftSetting] = [
  // `any P` costs an allocation and a witness table: it must be visible where it is paid.
  .enableUpcomingFeature("ExistentialAny"),
  // An extension is visible only where its module is imported, so files stay honest about what they use.
  .enableUpcomingFeature("MemberImportVisibility"),
  // What the public API exposes of other modules is said with `public import`, and nowhere else.
  .enableUpcomingFeature("InternalImportsByDefault"),
  // A warning that may stay becomes a hundred that nobody reads.
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "ConfigDI",
  // The versions that have `Synchronization`.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ConfigDI", targets: ["ConfigDI"]),
    .library(name: "ConfigDIRuntime", targets: ["ConfigDIRuntime"]),
    .library(name: "ConfigDIFoundation", targets: ["ConfigDIFoundation"]),
    .library(name: "ConfigDITesting", targets: ["ConfigDITesting"]),
    .library(name: "ConfigDIConfiguration", targets: ["ConfigDIConfiguration"]),
    .library(name: "ConfigDIServiceLifecycle", targets: ["ConfigDIServiceLifecycle"]),
    .library(name: "ConfigDIObservability", targets: ["ConfigDIObservability"]),
    .executable(name: "configdi-check", targets: ["configdi-check"]),
    .plugin(name: "ConfigDICheck", targets: ["ConfigDICheck"]),
    .plugin(name: "ConfigDICommand", targets: ["ConfigDICommand"]),
    .plugin(name: "ConfigDIRegister", targets: ["ConfigDIRegister"]),
    .plugin(name: "ConfigDICatalog", targets: ["ConfigDICatalog"]),
    .plugin(name: "ConfigDIKeys", targets: ["ConfigDIKeys"]),
    .plugin(name: "ConfigDICompile", targets: ["ConfigDICompile"]),
  ],
  // Each is off by default: SwiftPM fetches nothing for a product whose trait is off.
  traits: [
    .trait(name: "Configuration", description: "ConfigDIConfiguration, for swift-configuration"),
    .trait(name: "ServiceLifecycle", description: "ConfigDIServiceLifecycle, for swift-service-lifecycle"),
    .trait(
      name: "Observability",
      description: "ConfigDIObservability, for swift-log, swift-metrics and swift-distributed-tracing"),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.2.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.8.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.3"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.3.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    // What a running program needs. Without libyaml, which is why it is a module of its own.
    .target(name: "ConfigDIRuntime", swiftSettings: strict),
    .target(name: "ConfigDI", dependencies: ["CYAML", "ConfigDIRuntime"], swiftSettings: strict),
    // URL, UUID, Date, Data and Decimal as settings: a module of its own, so that the others do without Foundation.
    .target(name: "ConfigDIFoundation", dependencies: ["ConfigDIRuntime"], swiftSettings: strict),
    .target(name: "ConfigDITesting", dependencies: ["ConfigDI"], swiftSettings: strict),
    // For the packages of a Swift server. Without its trait, each is an empty module.
    .target(
      name: "ConfigDIConfiguration",
      dependencies: [
        "ConfigDIRuntime",
        .product(name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"])),
      ], swiftSettings: strict),
    .target(
      name: "ConfigDIServiceLifecycle",
      dependencies: [
        "ConfigDIRuntime",
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
      ], swiftSettings: strict),
    .target(
      name: "ConfigDIObservability",
      dependencies: [
        "ConfigDIRuntime",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Observability"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Observability"])),
        .product(
          name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Observability"])),
      ], swiftSettings: strict),
    // The files that the tool gives out as they are, compiled into it.
    .target(name: "CResources"),
    .executableTarget(
      name: "configdi-check", dependencies: ["ConfigDI", "CResources"], exclude: ["Resources"], swiftSettings: strict),
    .executableTarget(
      name: "Hello", dependencies: ["ConfigDI"], path: "Examples/Hello", exclude: ["app.yaml"], swiftSettings: strict),
    .executableTarget(name: "Parcels", dependencies: ["ConfigDI"], path: "Examples/Parcels", swiftSettings: strict),
    .executableTarget(
      name: "GracefulServer", dependencies: ["ConfigDI"], path: "Examples/GracefulServer",
      exclude: ["Dockerfile", "server.yaml", "edits", "operations"],
      swiftSettings: strict),
    // A program without libyaml: its manifest is compiled into it.
    .executableTarget(
      name: "ScanApp", dependencies: ["ConfigDIRuntime"], path: "Examples/ScanApp",
      exclude: ["app.yaml", "ScanSDK/di.yaml", "configdi.catalog.json"], swiftSettings: strict),
    .plugin(name: "ConfigDICheck", capability: .buildTool(), dependencies: ["configdi-check"]),
    .plugin(
      name: "ConfigDICommand",
      // It asks for no permission: what the checker writes, the user named (`--report`, `--write-baseline`, `fix`).
      capability: .command(
        intent: .custom(verb: "configdi-check", description: "Check the package's dependency-injection manifests")),
      dependencies: ["configdi-check"]),
    .plugin(name: "ConfigDIKeys", capability: .buildTool(), dependencies: ["configdi-check"]),
    .plugin(name: "ConfigDICompile", capability: .buildTool(), dependencies: ["configdi-check"]),
    .plugin(
      name: "ConfigDICatalog",
      capability: .command(
        intent: .custom(verb: "configdi-catalog", description: "Write the catalog of a program's factories"),
        permissions: [.writeToPackageDirectory(reason: "It writes the catalog.")])),
    .plugin(
      name: "ConfigDIRegister",
      capability: .command(
        intent: .custom(verb: "configdi-register", description: "Write the registrations of a target's types"),
        permissions: [
          .writeToPackageDirectory(reason: "It writes the registrations and, on request, a first manifest.")
        ]),
      dependencies: ["configdi-check"]),
    // What several of the tests' targets use.
    .target(
      name: "TestSupport", dependencies: ["ConfigDI", "ConfigDIRuntime"], path: "Tests/Support", swiftSettings: strict),
    // Seeded lives of live containers beside a model of what must hold; a program, so that a million seeds are quick.
    .executableTarget(
      name: "live-simulator", dependencies: ["ConfigDI", "ConfigDIRuntime", "TestSupport"], path: "Tests/LiveSimulator",
      swiftSettings: strict),
    .testTarget(
      name: "ContainerTests", dependencies: ["ConfigDI", "ConfigDIRuntime", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ConfigDITests", dependencies: ["ConfigDI", "ConfigDIRuntime", "ConfigDIFoundation", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CheckTests", dependencies: ["configdi-check", "ConfigDI", "ConfigDIRuntime", "TestSupport"],
      exclude: ["LanguageServer/Cases", "Transcripts"],
      swiftSettings: strict),
    .testTarget(
      name: "FuzzTests", dependencies: ["configdi-check", "ConfigDI", "ConfigDIRuntime"], swiftSettings: strict),
    .testTarget(
      name: "TestingTests", dependencies: ["ConfigDI", "ConfigDIRuntime", "ConfigDITesting"], exclude: ["shop.yaml"],
      swiftSettings: strict),
    .testTarget(
      name: "ReferenceTests", dependencies: ["ConfigDI", "ConfigDIRuntime", "ConfigDITesting", "TestSupport"],
      exclude: ["Gini/App", "Gini/ScanSDK", "Terminal/PaySDK", "Terminal/Shop"],
      swiftSettings: strict),
    .testTarget(
      name: "DocumentationTests", dependencies: ["ConfigDI", "ConfigDIRuntime", "ConfigDITesting", "configdi-check"],
      exclude: ["Manifests", "Snippets/Hello/config", "Snippets/Wiring/config"], swiftSettings: strict),
    .testTarget(
      name: "ExampleTests",
      dependencies: ["ConfigDI", "ConfigDIRuntime", "GracefulServer", "Hello", "Parcels", "configdi-check"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// `Scripts/measure/stress` and the soaks compile the container and their own suites alone, since a sanitizer makes each file
// dear.
if Context.environment["CONFIGDI_ONLY_STRESS"] != nil {
  package.products = []
  // Without the targets that a trait turns on, nothing would say that their packages need not be fetched.
  package.dependencies = []
  let tests = "ContainerTests"
  package.targets.removeAll {
    !["CYAML", "ConfigDIRuntime", "ConfigDI", "ConfigDIFoundation", "TestSupport", tests].contains($0.name)
  }
  package.targets.first { $0.name == tests }?.sources = ["Parts", "Stress"]
}

// SwiftPM compiles the tool of a plugin apart from the program of the same name. `Scripts/check` builds that program first, and
// passes it on in an artifact bundle, so that not every package compiles all modules a second time.
if let bundle = Context.environment["CONFIGDI_BUILT_CHECKER"] {
  package.targets.append(.binaryTarget(name: "built-checker", path: bundle))
  for plugin in package.targets where !plugin.dependencies.isEmpty && plugin.type == .plugin {
    plugin.dependencies = ["built-checker"]
  }
}

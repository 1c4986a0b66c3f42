@testable import ConfigDI
@testable import ConfigDIRuntime
@testable import TestSupport
@testable import configdi_check

/// The Swift that makes one wiring twice, by its container and by hand, and tells of both in the same words.
struct Comparison {
  private let wiring: StageWiring
  private let stage: ComposedStage
  private let manifest: String
  private let seed: UInt64
  private let parameters: [String]

  /// `nil` if the wiring wants settings that only its user can write.
  init?(_ wiring: StageWiring, _ stage: ComposedStage, _ manifest: String, _ seed: UInt64) {
    var arguments: [String] = []
    for property in wiring.parameters.properties where !property.isComputed {
      guard let name = property.parameter else { return nil }
      guard let parameter = stage.parameters.first(where: { $0.name.value == name }),
        case .env(let variable)? = parameter.source, let text = DraftWriter.environment[variable.value]
      else {
        if property.value == nil { return nil }
        continue
      }
      arguments.append("\(property.name): \(Self.value(text, property.type))")
    }
    (self.wiring, self.stage, self.manifest, self.seed, parameters) = (wiring, stage, manifest, seed, arguments)
  }

  private static func value(_ text: String, _ type: String) -> String {
    switch type {
    case "String": SwiftWords.literal(text)
    case "Duration": Quantity.duration(text)?.swiftText ?? text
    default: text
    }
  }

  static let main = """
    import ConfigDI
    import Foundation

    @MainActor
    protocol Comparing {
      static func container() async throws -> [String]
      static func wiring() async throws -> [String]
    }

    nonisolated(unsafe) var disagreements = 0

    @MainActor
    func compare(_ seed: Int, _ both: any Comparing.Type) async {
      do {
        let (container, wiring) = (try await both.container(), try await both.wiring())
        guard container != wiring else { return }
        print("seed \\(seed):\\n  container:", container.joined(separator: "\\n    "), "\\n  wiring:", wiring.joined(separator: "\\n    "))
      } catch {
        print("seed \\(seed): \\(error)")
      }
      disagreements += 1
    }

    @MainActor
    func finish(_ count: Int) {
      guard disagreements == 0 else {
        print("\\(disagreements) of \\(count) wirings disagree")
        exit(1)
      }
      print("\\(count) wirings agree")
    }


    """

  private var plan: Plan { wiring.plan }
  private var isOrdered: Bool {
    // The container makes what an asynchronous service's decorators need before the service itself.
    let isWrapped = plan.madeAtStart.contains {
      plan.traits[$0].contains(.isAsync) && plan.services[$0].factories.count > 1
    }
    return !isWrapped && plan.madeAtStart.count < 2
      && plan.scopes.indices.allSatisfy { wiring.madeAtOpening(of: $0).count < 2 }
  }

  var text: String {
    let prefix = "W\(seed)"
    let factories = wiring.factories.map { factory in
      let name = wiring.factoryNames[factory.name] ?? ""
      return factory.type.hasSuffix("-> Void")
        ? "\(name): { \(Self.passed(factory.name)) }" : "\(name): Make.\(factory.name)"
    }
    var taken: [String] = []
    if wiring.hasParameters {
      taken.append("parameters: \(prefix)Parameters(\(parameters.joined(separator: ", ")))")
    }
    if !factories.isEmpty { taken.append("factories: \(prefix)Factories(\(factories.joined(separator: ", ")))") }
    taken += provided(StageWiring.root).map { "\($0.name): Assembled(\"provided\")" }
    let environment = DraftWriter.environment.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \"\($0.value)\"" }
    return """
      import ConfigDI

      enum \(prefix)Comparison: Comparing {
        static func container() async throws -> [String] {
          let told = Told()
          let container = try Container(
            manifest: .yaml(manifest), stage: \(stage.name.map { "\"\($0)\"" } ?? "nil"), registry: AgreementRegistry.registry,
            provided: [\(handedIn(StageWiring.root))],
            options: ManifestOptions(environment: [\(environment.joined(separator: ", "))]))
          try await container.start()
      \(visits(StageWiring.root, "container", isWiring: false))\(scopes(in: nil, "container", isWiring: false))    try await container.shutdown()
          return told.end(isOrdered: \(isOrdered))
        }

        static func wiring() async throws -> [String] {
          let told = Told()
          let wiring = \(prefix)Wiring(\(taken.joined(separator: ", ")))
          try await wiring.start()
      \(visits(StageWiring.root, "wiring", isWiring: true))\(scopes(in: nil, "wiring", isWiring: true))    try await wiring.close()
          return told.end(isOrdered: \(isOrdered))
        }

        private static let manifest = #\"""
      \(manifest.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n"))
          \"""#
      }

      """
  }

  /// An initializer's function: it makes the initializer, and runs it.
  private static func passed(_ factory: String) -> String {
    switch factory {
    case "warm": "try Make.warm($0, $1).run()"
    case "offer": "try Make.offer($0).run()"
    default: "try Make.\(factory)().run()"
    }
  }

  private func provided(_ level: Int) -> [(key: ServiceKey, name: String, type: String)] {
    wiring.used.filter { wiring.isProvided($0) && wiring.lives($0, in: level) }.map { service in
      (plan.services[service].key, SwiftWords.escaped(wiring.names[service] ?? ""), wiring.types[service] ?? "")
    }
  }

  /// Also those that the wiring has no use for.
  private func handedIn(_ level: Int) -> String {
    plan.services.indices.filter { wiring.isProvided($0) && wiring.lives($0, in: level) }.map { service in
      let key = plan.services[service].key
      let variant = key.variant.map { ", named: \"\($0)\"" } ?? ""
      return "Provided(Assembled(\"provided\"), as: (any \(key.name)).self\(variant))"
    }.joined(separator: ", ")
  }

  private func visits(_ level: Int, _ holder: String, isWiring: Bool) -> String {
    var lines = ""
    for service in wiring.used where wiring.isMade(service) && wiring.lives(service, in: level) {
      let key = plan.services[service].key.text
      let type = wiring.types[service] ?? ""
      let isMain = wiring.isOnMain(service)
      let call =
        isWiring
        ? "\(SwiftWords.escaped(wiring.names[service] ?? ""))()"
        : "\(isMain ? "main." : "")resolve(Key<\(type)>(\"\(key)\"))"
      lines += "    told.add(\"\(key)\", in: \(holder)) { try \(holder).\(call) }\n"
    }
    return lines
  }

  private func scopes(in parent: Int?, _ holder: String, isWiring: Bool) -> String {
    var lines = ""
    for (index, scope) in plan.scopes.enumerated() where scope.parent == parent && wiring.usedScopes.contains(index) {
      let name = scope.name
      if isWiring {
        let taken = ["in: \(holder)"] + provided(index).map { "\($0.name): Assembled(\"provided\")" }
        lines += "    let \(name) = \(wiring.className(index))(\(taken.joined(separator: ", ")))\n"
        if !wiring.madeAtOpening(of: index).isEmpty { lines += "    try await \(name).start()\n" }
      } else {
        lines += "    let \(name) = try await \(holder).startScope(\"\(name)\", providing: [\(handedIn(index))])\n"
      }
      lines += visits(index, name, isWiring: isWiring) + scopes(in: index, name, isWiring: isWiring)
      lines += "    try await \(name).close()\n"
    }
    return lines
  }
}

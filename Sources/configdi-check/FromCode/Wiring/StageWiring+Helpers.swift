import ConfigDI

/// The types and functions that the written code uses besides its classes.
extension StageWiring {
  var graphText: String {
    guard usesGraph else { return "" }
    let cells = used.filter { plan.services[$0].scope == .graph && isMade($0) }
    return "/// The instances that one resolution shares.\nfinal class \(graphType) {\n"
      + cells.map { "  var \(cellName($0)): \(Self.optional(types[$0] ?? "Any"))\n" }.joined() + "}\n"
  }

  func around(_ level: Int) -> String {
    let children = plan.scopes.indices.filter { plan.scopes[$0].parent == level && usedScopes.contains($0) }
    return """
        /// The scope itself, or the scope that encloses it.
        static func around(_ scope: any AnyObject & Sendable) throws -> \(className(level)) {
          if let scope = scope as? \(className(level)) { return scope }
      \(children.map { "    if let scope = try? \(className($0)).around(scope) { return scope.parent }\n" }.joined())    throw ScopeNotOpen(key: \(SwiftWords.literal(plan.scopes[level].name)))
        }

      """
  }

  var helperText: String {
    ([keptText] + Helper.allCases.filter(helpers.contains).map(\.text).filter { !$0.isEmpty }).joined(separator: "\n")
  }

  var keptText: String {
    let isOnMain = usesMain
    return """
      /// The instances to close, in order of creation.
      private final class \(keptType) {
        private var instances: [\(isOnMain ? "(instance: Any, isMain: Bool)" : "Any")] = []

        func add<Instance>(_ instance: Instance\(isOnMain ? ", isMain: Bool = false" : "")) -> Instance {
          instances.append(\(isOnMain ? "(instance, isMain)" : "instance"))
          return instance
        }

        /// Closes each object once, in reverse order of creation. If one fails to close, the others are still closed.
        func close() async throws {
          var closed: Set<ObjectIdentifier> = []
          var failure: (any Error)?
          let made = instances.reversed()
          instances = []
          for \(isOnMain ? "(instance, isMain)" : "instance") in made {\(isOnMain ? "\n      nonisolated(unsafe) let instance = instance" : "")
            if type(of: instance) is AnyClass, !closed.insert(ObjectIdentifier(instance as AnyObject)).inserted { continue }
            do {
              \(isOnMain ? "if isMain { try await Self.closeOnMain(instance) } else { try await Self.close(instance) }" : "try await Self.close(instance)")
            } catch {
              failure = failure ?? error
            }
          }
          if let failure { throw failure }
        }
      \(Self.closing("", "close"))\(isOnMain ? Self.closing("  @MainActor\n", "closeOnMain") : "")}

      """
  }

  static func closing(_ isolation: String, _ name: String) -> String {
    """

    \(isolation)  private static func \(name)(_ instance: Any) async throws {
        if let instance = instance as? any AsyncCloseable {
          \(isolation.isEmpty ? "" : "nonisolated(unsafe) let instance = instance\n      ")return try await instance.close()
        }
        if let instance = instance as? any Closeable { try instance.close() }
      }

    """
  }
}

extension StageWiring.Helper {
  /// The helper's declarations.
  fileprivate var text: String {
    switch self {
    case .caseOf:
      """
      private struct UnknownCase: Error { let value: String }

      private func caseOf<Case: RawRepresentable>(_ value: Case.RawValue) throws -> Case {
        guard let found = Case(rawValue: value) else { throw UnknownCase(value: "\\(value)") }
        return found
      }

      """
    case .exact:
      """
      private struct OutOfRange: Error { let number: Int }

      private func exact<Number: BinaryInteger>(_ number: Int) throws -> Number {
        guard let exact = Number(exactly: number) else { throw OutOfRange(number: number) }
        return exact
      }

      """
    case .url:
      """
      private struct NotAURL: Error {}

      private func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw NotAURL() }
        return url
      }

      """
    case .notStarted:
      """
      /// An asynchronous service was requested before `start()`.
      private struct NotStarted: Error { let key: String }

      """
    case .scopeNotOpen:
      """
      /// A service was requested outside its scope.
      private struct ScopeNotOpen: Error { let key: String }

      """
    case .scopes: ""
    }
  }
}

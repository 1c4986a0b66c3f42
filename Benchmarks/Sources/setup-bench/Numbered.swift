import ConfigDI

public protocol Digit: Sendable {}
public enum D0: Digit {}
public enum D1: Digit {}
public enum D2: Digit {}
public enum D3: Digit {}
public enum D4: Digit {}
public enum D5: Digit {}
public enum D6: Digit {}
public enum D7: Digit {}
public enum D8: Digit {}
public enum D9: Digit {}

/// A type for each number.
public final class Numbered<A: Digit, B: Digit, C: Digit, D: Digit, E: Digit>: Sendable {
  init() {}
}

/// So many services without dependencies, each of a type of its own.
struct NumberedServices {
  let names: [String]
  let manifest: String

  private static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]

  init(count: Int) {
    names = (0..<count).map { "numbered\($0)" }
    var text = "configdi: 1\nservices:\n"
    for (index, name) in names.enumerated() {
      let digits = Self.digits(of: index).map { "D\($0)" }.joined(separator: ", ")
      text += "  Numbered<\(digits)>: { factory: \(name), eager: true }\n"
    }
    manifest = text
  }

  func register() -> FactoryRegistry {
    var registry = FactoryRegistry()
    for (index, name) in names.enumerated() {
      let digits = Self.digits(of: index).map { Self.digits[$0] }
      Self.register(name, digits[0], digits[1], digits[2], digits[3], digits[4], &registry)
    }
    return registry
  }

  private static func digits(of index: Int) -> [Int] {
    [index / 10_000 % 10, index / 1_000 % 10, index / 100 % 10, index / 10 % 10, index % 10]
  }

  private static func register<A: Digit, B: Digit, C: Digit, D: Digit, E: Digit>(
    _ name: String, _ a: A.Type, _ b: B.Type, _ c: C.Type, _ d: D.Type, _ e: E.Type, _ registry: inout FactoryRegistry
  ) {
    registry.register(name, as: Numbered<A, B, C, D, E>.self) { Numbered<A, B, C, D, E>() }
  }
}

import CResources
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
    return "  /// The scope itself, or the scope that encloses it.\n"
      + SwiftWords.member(
        "static func around(_ scope: any AnyObject & Sendable) throws -> \(className(level))",
        ["if let scope = scope as? \(className(level)) { return scope }"]
          + children.map { "if let scope = try? \(className($0)).around(scope) { return scope.parent }" }
          + ["throw ScopeNotOpen(key: \(SwiftWords.literal(plan.scopes[level].name)))"])
  }

  /// The texts of `Resources/Wiring.md`, by name.
  private static let texts = Dictionary(
    uniqueKeysWithValues: NewPackage.template("## Texts", of: configdi_wiring()).map { ($0.name, $0.text + "\n") })

  var helperText: String {
    let kept = Self.texts[usesMain ? "keptOnMain" : "kept"]?.replacing("Kept", with: keptType)
    let others = Helper.allCases.filter(helpers.contains).map { Self.texts[$0.rawValue] }
    return ([kept] + others).compactMap(\.self).joined(separator: "\n")
  }
}

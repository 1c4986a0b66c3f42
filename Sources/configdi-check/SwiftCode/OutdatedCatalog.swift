import ConfigDI

/// Compares a catalog with the Swift files that it names, by looking for the factories' quoted names. The compiler
/// would know more, so differences are only warnings.
extension SwiftSources {
  /// - Parameters:
  ///   - known: Names that other findings already explain, so they are not reported again.
  ///   - command: The command that updates the catalog.
  func differences(from catalog: Catalog, except known: Set<String> = [], command: String) -> [Diagnostic] {
    let byFile = Dictionary(grouping: catalog.factories.filter { $0.file != nil }) { $0.file ?? "" }
    let names = known.union(catalog.factories.map(\.name))
    var findings: [Diagnostic] = []
    func report(_ message: String, at location: SourceLocation?, _ related: [Diagnostic.Related] = []) {
      findings.append(
        Diagnostic(
          .staleCatalog, message, at: location, related: related, help: ["update it: \(command)"], severity: .warning))
    }
    for (id, factories) in byFile.sorted(by: { $0.key < $1.key }) {
      // A file with the same name in another module does not count.
      guard let file = self.file(id, inModule: true) else { continue }
      let registrations = SwiftRegistrations(in: file)
      // A name that is not a literal may be the name of any factory.
      if !registrations.haveOtherNames {
        for factory in factories where !registrations.literals.contains(factory.name) {
          report("'\(factory.name)' is no longer registered in \(id)", at: factory.location)
        }
      }
      for registration in registrations.named
      where !registration.isConditional && !names.contains(registration.name) {
        report(
          "\(id) registers '\(registration.name)', which is missing from the catalog", at: catalog.file?.beginning,
          [.init("it is registered here", at: registration.location)])
      }
    }
    return findings
  }
}

/// The registrations in a Swift file.
struct SwiftRegistrations {
  struct Named {
    let name: String
    let location: SourceLocation
    /// The method that registers the factory.
    let method: String
    /// Whether the registration is compiled only under some condition.
    let isConditional: Bool
  }

  private(set) var named: [Named] = []
  /// Whether any method whose name begins with `register` may take a factory's name that is not a literal.
  private(set) var haveOtherNames = false
  /// Every string literal in the file.
  private(set) var literals: Set<String> = []

  init(in file: SourceFile) {
    let text = SwiftText(file.bytes)
    for index in text.lexemes.indices {
      if let literal = text.literal(index) { literals.insert(literal) }
      guard text.isSign(index, "("), text.isSign(index - 2, "."), text.name(index - 1).hasPrefix("register"),
        text.conditions[index] != .dead
      else { continue }
      guard let name = text.literal(index + 1), text.isSign(index + 2, ",") else {
        haveOtherNames = true
        continue
      }
      guard !name.isEmpty, RegisterCall.isOurs(index - 1, text) else { continue }
      named.append(
        Named(
          name: name, location: file.location(text.lexemes[index + 1].content),
          method: text.name(index - 1), isConditional: text.conditions[index] == .conditional))
    }
  }
}

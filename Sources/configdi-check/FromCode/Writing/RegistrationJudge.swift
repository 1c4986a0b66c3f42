/// Finds the obsolete registrations in an existing file.
struct RegistrationJudge {
  private let finder: CandidateFinder
  private let declared: Set<String>
  /// Whether the file imports only modules with known types, so that an unknown type cannot belong to another package.
  private let knowsAllTypes: Bool
  private let candidates: [String: Candidate]

  init(_ finder: CandidateFinder, _ file: RegistrationFile) {
    self.finder = finder
    declared = file.declared
    knowsAllTypes = file.imports.subtracting(finder.types.modules).subtracting(PackageTypes.libraries).isEmpty
    candidates = Dictionary(
      finder.candidates.filter { $0.alias == nil }.map { ($0.type.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Explains why a registration is obsolete: the type or the initializer that it names no longer exists, or the number
  /// of its dependency labels is wrong. `nil` if it is correct, or if the type may belong to another package.
  func reasonGone(_ call: RegisterCall) -> String? {
    let typed = call.makers.filter(\.looksLikeType)
    for maker in typed.isEmpty ? call.makers.filter(isSurelyType) : typed {
      let named = maker.types(among: finder.types, in: finder.module)
      guard let type = named.first else {
        return knowsAllTypes && typed.count < 2 ? "\(maker.path.joined(separator: ".")) no longer exists" : nil
      }
      guard !maker.namesMember(among: finder.types, in: finder.module) else { continue }
      let initializers = finder.types.initializers(of: type).filter { $0.access > .fileprivate }
      if let labels = maker.labels, type.kind != .enumeration,
        !initializers.contains(where: { !$0.showsParameters || Self.accepts($0.parameters, labels) })
      {
        return "\(type.name) no longer has init(\(labels.map { "\($0):" }.joined()))"
      }
      if Self.decorators.contains(call.method), maker.labels == nil, let candidate = candidates[type.id],
        !Self.decorators.contains(candidate.kind.method)
      {
        return "\(type.name) no longer wraps another service"
      }
      if let count = call.labelCount, maker.labels == nil, initializers.count == 1, let candidate = candidates[type.id],
        candidate.dependencies.count != count
      {
        return "\(type.name).init has \(candidate.dependencies.count) dependencies, but \(count) are labeled"
      }
    }
    return nil
  }

  private static let decorators = [Candidate.Kind.decorator.method, Candidate.Kind.asyncDecorator.method]

  /// Whether a call registers a type exactly as this command would write it, under the candidate's name.
  func isWritten(_ call: RegisterCall, _ type: String) -> Bool {
    candidates[type]?.name == call.name && call.makers.count == 1 && call.makers.allSatisfy(\.isWhole)
  }

  /// Whether an expression whose name begins with a lowercase letter surely creates an instance rather than calling a
  /// function: it is a whole closure body or argument, and neither the package nor the file declares a function with
  /// that name.
  private func isSurelyType(_ maker: RegisterCall.Maker) -> Bool {
    if !maker.types(among: finder.types, in: finder.module).isEmpty { return true }
    guard maker.isWhole, maker.form != .member, let last = maker.path.last else { return false }
    return maker.form == .reference || !finder.types.callables.contains(last) && !declared.contains(last)
  }

  /// Whether a call with these labels is valid: parameters that the call omits must have defaults.
  private static func accepts(_ parameters: [CodeSymbol.Parameter], _ labels: [String]) -> Bool {
    var rest = labels[...]
    for parameter in parameters {
      if rest.first == parameter.label {
        rest.removeFirst()
      } else if !parameter.hasDefault {
        return false
      }
    }
    return rest.isEmpty
  }
}

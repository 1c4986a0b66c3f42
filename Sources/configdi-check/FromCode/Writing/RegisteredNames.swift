/// The factory names that existing registrations use: which candidates already have a name, and which names are taken.
struct RegisteredNames {
  /// The registrations by the symbol of the type that they register, those that stay first.
  private let registrations: [String: [RegisterCall]]
  /// The names of all registrations that stay.
  let taken: Set<String>

  init(_ finder: CandidateFinder, _ file: RegistrationFile?, elsewhere: ModuleRegistrations) {
    let judge = file.map { RegistrationJudge(finder, $0, elsewhere: elsewhere) }
    let calls = Dictionary(grouping: file?.calls ?? []) { judge?.reasonGone($0) != nil }
    let (kept, gone) = (calls[false] ?? [], calls[true] ?? [])
    let own = (kept + gone).byType(among: finder.types, in: finder.module)
    registrations = elsewhere.registrations.merging(own) { $0 + $1 }
    taken = Set((elsewhere.calls + kept).compactMap(\.name))
  }

  /// The name under which a candidate is registered, preferably for its key; `nil` if it is not registered.
  func name(of candidate: Candidate) -> String? {
    let all = (registrations[candidate.type.id] ?? []).filter { $0.name != nil }
    let own = all.filter { $0.isOf(candidate) }
    guard let type = candidate.alias else { return (own.first { $0.serves(candidate.key) } ?? own.first)?.name }
    // A call that makes its own instance is an alias only if another call registers the type itself.
    let isUnderOwnType = all.contains { $0.passed == nil && !$0.service.isEmpty && $0.serves(type) }
    return (own.first { $0.passed != nil } ?? (isUnderOwnType ? own.first : nil))?.name
  }
}

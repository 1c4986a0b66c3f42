/// The user's settings under `configdi` in an editor.
struct ServerSettings: Equatable, Sendable {
  /// The stage whose values and factories hints show; the manifest's default if none is named.
  var stage: String?
  /// A catalog for every manifest, in place of the ones that are found.
  var catalog: String?
  var showsLenses = false
  var showsHints = false
  var trace = false

  init() {}

  /// Reads the settings that the client sends, with or without the section's name around them.
  init(_ json: JSON?) {
    let json = json?["configdi"] ?? json
    stage = json?["stage"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    catalog = json?["catalog"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    showsLenses = json?["codeLens"]?.bool ?? false
    showsHints = json?["inlayHints"]?.bool ?? false
    trace = json?["trace"]?.string.map { $0 != "off" } ?? false
  }
}

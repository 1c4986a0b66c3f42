import ConfigDI

/// Made-up findings, in files made up to stand under them.
enum Findings {
  static let rule = Rule("DI999", "made-up", .error)
  static let mild = Rule("DI998", "made-up-too", .warning)

  /// The place of the first `text` in a file, of the `nth` where there are several.
  static func place(_ text: String, in file: SourceFile, nth: Int = 1) -> SourceLocation {
    let wanted = Array(text.utf8)
    var found = 0
    for start in file.bytes.indices where file.bytes[start...].starts(with: wanted) {
      found += 1
      if found == nth { return file.location(start..<start + wanted.count) }
    }
    return file.beginning
  }

  static func file(_ text: String, path: String = "app.yaml") -> SourceFile {
    SourceFile(path: path, bytes: Array(text.utf8))
  }

  /// A cycle through two files, as the rules' page shows it.
  static var cycle: Diagnostic {
    let app = file(String(repeating: "#\n", count: 11) + "      tokens: TokenStore\n", path: "config/app.yaml")
    let network = file(
      String(repeating: "#\n", count: 14) + "      refresher: APIClient\n", path: "config/network.yaml")
    return Diagnostic(
      Rule("DI202", "dependency-cycle", .error),
      "dependency cycle: APIClient -> TokenStore -> APIClient", at: place("TokenStore", in: app),
      label: "(1) APIClient needs TokenStore",
      related: [
        .init("(2) TokenStore needs APIClient; the cycle closes here", at: place("APIClient", in: network))
      ],
      notes: ["Analytics also depends on this cycle"],
      help: ["make edge (2) lazy, which breaks every cycle in this group: refresher: { lazy: APIClient }"])
  }
}

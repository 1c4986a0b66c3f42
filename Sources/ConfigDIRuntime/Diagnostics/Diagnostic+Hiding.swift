extension Diagnostics {
  /// Removes from all findings the quoted text that must not be shown.
  package mutating func hideSecrets() {
    update { $0.hideSecrets() }
  }
}

extension Diagnostic {
  /// Rules whose messages do not contain the text at their place if the parameter or setting is secret.
  private static let discreetCodes: Set<String> = ["DI406", "DI502", "DI503", "DI505", "DI506", "DI509", "DI510"]

  fileprivate mutating func hideSecrets() {
    guard let location, !quotesNothing else { return }
    let hidden = location.file.hidden(in: location.range)
    guard !hidden.isEmpty, !Self.discreetCodes.contains(rule.code) || quotes(hidden, of: location.file) else { return }
    message = "\(rule.summary); the text is secret and not shown"
    label = nil
    related = related.map { Related("see here", at: $0.location) }
    notes = []
    help = []
    fixes = []
  }

  /// Whether a hidden text is shown all the same: a file calls a parameter secret that has no effect on its definition.
  private func quotes(_ hidden: [Range<Int>], of file: SourceFile) -> Bool {
    let shown = [message, label ?? ""] + notes + help + fixes.map(\.text)
    return hidden.contains { range in
      let text = String(decoding: file.bytes[range], as: UTF8.self)
      let bare = text.utf8.count > 2 && "\"'".contains(text.prefix(1)) ? String(text.dropFirst().dropLast()) : text
      return bare.utf8.count > 2 && shown.contains { $0.contains(bare) }
    }
  }
}

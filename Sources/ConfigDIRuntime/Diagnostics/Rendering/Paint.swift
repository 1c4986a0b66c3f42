/// Colors text for a terminal, or leaves all text unchanged if colors are off.
package struct Paint {
  private let isOn: Bool

  package init(_ isOn: Bool) {
    self.isOn = isOn
  }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func gutter(_ text: String) -> String { wrap(text, "34") }
  package func added(_ text: String) -> String { wrap(text, "32") }
  package func removed(_ text: String) -> String { wrap(text, "31") }

  package func severity(_ severity: Severity, _ text: String) -> String {
    switch severity {
    case .error: wrap(text, "1;31")
    case .warning: wrap(text, "1;33")
    case .note: wrap(text, "1;36")
    }
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// Puts parameters' values into settings, in time linear in what comes out.
package struct Interpolation: Sendable {
  package internal(set) var values: ParameterValues
  package private(set) var findings = Diagnostics()
  private let limits: Limits
  /// Bytes that interpolation may still make in all: a few parameters named often can stand for any amount of text.
  private var budget: Int
  private var isSpent = false

  package init(_ values: ParameterValues, limits: Limits = Limits()) {
    self.values = values
    self.limits = limits
    budget = limits.fileBytes
  }

  package mutating func setting(from settings: ComposedSettings) -> Setting {
    switch settings {
    case .node(let node): return setting(from: node)
    case .merged(let labels, let base):
      return Setting(.map(labels.map { Setting.Entry($0.name, setting(from: $0.value)) }), at: base)
    }
  }

  package mutating func setting(from node: Node) -> Setting {
    build(node, depth: 1, isInterpolated: node.mayBeInterpolated)
  }

  /// Aliases can nest deeper than the text of any file, so the depth is bounded here again.
  private mutating func build(_ node: Node, depth: Int, isInterpolated: Bool) -> Setting {
    switch node.kind {
    case .scalar:
      return isInterpolated && node.isInterpolated
        ? expand(node).setting : Setting(Self.content(node), at: node.location)
    case .sequence, .mapping:
      guard depth <= min(limits.nesting, Limits.mostNesting) else {
        findings.report(limits.passed(.nesting, at: node.location))
        return Setting(.null, at: node.location)
      }
      if node.kind == .sequence {
        let elements = node.elements.map { build($0, depth: depth + 1, isInterpolated: isInterpolated) }
        return Setting(.list(elements), at: node.location)
      }
      let entries = node.pairs.map { key, value in
        Setting.Entry(
          Located(key.text, at: key.location), build(value, depth: depth + 1, isInterpolated: isInterpolated))
      }
      return Setting(.map(entries), at: node.location)
    }
  }

  /// A parameter's value or default, or a scalar of settings: its setting, and its text if that is known.
  mutating func expand(_ node: Node) -> ParameterValues.Value {
    switch node.kind {
    case .scalar where node.isInterpolated: return expandTemplate(node)
    case .scalar:
      return ParameterValues.Value(setting: Setting(Self.content(node), at: node.location), text: node.plainText)
    case .mapping: return ParameterValues.Value(setting: Setting(.null, at: node.location), text: nil)
    case .sequence:
      let elements = node.elements.map { expand($0) }
      let texts = elements.compactMap(\.text)
      var setting = Setting(.list(elements.map(\.setting)), at: node.location)
      setting.secret = elements.lazy.compactMap(\.setting.secret).first
      return ParameterValues.Value(
        setting: setting, text: texts.count == elements.count ? texts.joined(separator: ",") : nil)
    }
  }

  private mutating func expandTemplate(_ node: Node) -> ParameterValues.Value {
    let template = Template(node)
    if let name = template.soleParameter {
      guard var value = values.values[name] else {
        return ParameterValues.Value(setting: Setting(.unknown(nil), at: node.location), text: nil)
      }
      let origin = value.setting.origin ?? value.setting.location
      value.setting = Setting(value.setting.content, at: node.location, secret: value.setting.secret)
      value.setting.origin = origin
      return value
    }
    var text = ""
    var isKnown = template.problems.isEmpty
    var secret: String?
    var length = 0
    for piece in template.pieces {
      switch piece {
      case .text(let part):
        length += part.utf8.count
        if isKnown { text += part }
      case .parameter(let name, _):
        let value = values.values[name]
        secret = secret ?? value?.setting.secret
        guard let part = value?.text else {
          isKnown = false
          continue
        }
        length += part.utf8.count
        guard length <= limits.scalarBytes, length <= budget else {
          passed(length <= limits.scalarBytes ? .fileBytes : .scalarBytes, at: node)
          return unknown(node, secret: secret)
        }
        if isKnown { text += part }
      }
    }
    guard isKnown else { return unknown(node, secret: secret) }
    budget -= length
    return ParameterValues.Value(
      setting: Setting(.string(text), at: node.location, secret: secret), text: text)
  }

  /// Once all that may be made is made, each further text would pass the limit: one finding says so.
  private mutating func passed(_ limit: Limits.Name, at node: Node) {
    if !isSpent { findings.report(limits.passed(limit, at: node.location)) }
    isSpent = true
  }

  private func unknown(_ node: Node, secret: String?) -> ParameterValues.Value {
    ParameterValues.Value(setting: Setting(.unknown(.string), at: node.location, secret: secret), text: nil)
  }

  private static func content(_ node: Node) -> Setting.Content {
    switch node.scalar {
    case .null?, nil: .null
    case .bool(let value)?: .bool(value)
    case .int(let value)?: .int(value)
    case .float(let value)?: .float(value)
    case .string(let value)?: .string(value)
    }
  }
}

extension Node {
  /// A scalar inside other text: numbers as they are read, so that `010` is `10`.
  fileprivate var plainText: String {
    switch scalar {
    case .int(let value)?: String(value)
    case .bool(let value)?: String(value)
    default: text
    }
  }
}

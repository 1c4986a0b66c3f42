extension StageReader {
  /// - Parameter isOpen: Whether the setting may refer to parameters. Its scalars then keep their text.
  mutating func setting(depth: Int = 0, isOpen: Bool = true) throws(Malformed) -> Setting {
    guard depth < CompiledFormat.mostNesting else { throw Malformed() }
    let kind = try reader.valueKind()
    switch kind {
    case .list:
      let location = try location()
      let elements = try list { stage throws(Malformed) in try stage.setting(depth: depth + 1, isOpen: isOpen) }
      return Setting(.list(elements), at: location)
    case .map:
      let location = try location()
      let entries = try list { stage throws(Malformed) in
        (name: try stage.located(), value: try stage.setting(depth: depth + 1, isOpen: isOpen))
      }
      return Setting(.map(entries), at: location)
    case .template where isOpen:
      let location = try location()
      return Setting(.template(try template(at: location)), at: location)
    case .written where isOpen:
      let text = try reader.text()
      let scalar = try reader.scalar(try reader.valueKind())
      return Setting(.written(scalar, text: text), at: try location())
    default:
      let scalar = try reader.scalar(kind)
      let content = isOpen ? .written(scalar, text: scalar.plainText) : scalar.content
      return Setting(content, at: try location())
    }
  }

  private mutating func template(at location: SourceLocation) throws(Malformed) -> OpenText {
    let isWhole = try reader.byte() != 0
    let pieces = try list { stage throws(Malformed) -> OpenText.Piece in
      try stage.reader.byte() == 0 ? .text(try stage.reader.text()) : .parameter(try stage.located())
    }
    return OpenText(pieces: pieces, problems: isWhole ? [] : [Located(.nested, at: location)])
  }

  mutating func parameter(in part: Range<Int>) throws(Malformed) -> ComposedParameter {
    go(to: part)
    let name = try located()
    let types = ParameterType.allCases
    let type = Int(try reader.byte())
    guard types.indices.contains(type) else { throw Malformed() }
    let (isSecret, isExposed, hasDefault, hasMinimum, hasMaximum, needsRestart, _) = try reader.flags()
    guard let sourceKind = CompiledFormat.SourceKind(rawValue: try reader.byte()) else { throw Malformed() }
    let source: ComposedParameter.Source? =
      switch sourceKind {
      case .none: nil
      case .value: .value(try setting())
      case .env: .env(try located())
      case .file: .file(try located())
      }
    let preset = hasDefault ? try setting() : nil
    let minimum = hasMinimum ? try setting() : nil
    let maximum = hasMaximum ? try setting() : nil
    let cases = try list { stage throws(Malformed) in try stage.located() }
    let parameter = ComposedParameter(
      name: name, type: types[type], source: source, default: preset,
      traits: ParameterTraits(secret: isSecret, exposed: isExposed, restart: needsRestart), minimum: minimum,
      maximum: maximum, cases: cases, description: nil, history: try replacements())
    guard reader.remaining == 0 else { throw Malformed() }
    return parameter
  }
}

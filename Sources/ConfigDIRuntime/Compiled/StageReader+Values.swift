extension StageReader {
  mutating func setting(depth: Int) throws(Malformed) -> Setting {
    guard depth < CompiledFormat.mostNesting else { throw Malformed() }
    let kind = try reader.valueKind()
    switch kind {
    case .list:
      let location = try location()
      let elements = try list { stage throws(Malformed) in try stage.setting(depth: depth + 1) }
      return Setting(.list(elements), at: location)
    case .map:
      let location = try location()
      let entries = try list { stage throws(Malformed) in
        (name: try stage.located(), value: try stage.setting(depth: depth + 1))
      }
      return Setting(.map(entries), at: location)
    case .null, .false, .true, .int, .float, .string, .template, .written:
      let scalar = try reader.scalar(kind)
      return Setting(scalar.content, at: try location())
    }
  }

  mutating func literal(depth: Int) throws(Malformed) -> Literal {
    guard depth < CompiledFormat.mostNesting else { throw Malformed() }
    let kind = try reader.valueKind()
    switch kind {
    case .list:
      let location = try location()
      let elements = try list { stage throws(Malformed) in try stage.literal(depth: depth + 1) }
      return Literal(.list(elements), at: location)
    case .map:
      let location = try location()
      let entries = try list { stage throws(Malformed) in
        (name: try stage.located(), value: try stage.literal(depth: depth + 1))
      }
      return Literal(.map(entries), at: location)
    case .template:
      let location = try location()
      return Literal(.template(try template(at: location)), at: location)
    case .written:
      let text = try reader.text()
      let scalar = try reader.scalar(try reader.valueKind())
      return Literal(.scalar(scalar, text: text), at: try location())
    case .null, .false, .true, .int, .float, .string:
      let scalar = try reader.scalar(kind)
      return Literal(.scalar(scalar, text: scalar.plainText), at: try location())
    }
  }

  private mutating func template(at location: SourceLocation) throws(Malformed) -> OpenText {
    let isWhole = try reader.bytes.byte() != 0
    let pieces = try list { stage throws(Malformed) -> OpenText.Piece in
      try stage.reader.bytes.byte() == 0 ? .text(try stage.reader.text()) : .parameter(try stage.located())
    }
    return OpenText(pieces: pieces, problems: isWhole ? [] : [Located(.nested, at: location)])
  }

  mutating func parameter(in part: Range<Int>) throws(Malformed) -> ComposedParameter {
    typealias Flag = CompiledFormat.ParameterFlag
    go(to: part)
    let name = try located()
    let types = ParameterType.allCases
    let type = Int(try reader.bytes.byte())
    guard types.indices.contains(type) else { throw Malformed() }
    let flags = try reader.bytes.byte()
    guard let sourceKind = CompiledFormat.SourceKind(rawValue: try reader.bytes.byte()) else { throw Malformed() }
    let source: ComposedParameter.Source? =
      switch sourceKind {
      case .none: nil
      case .value: .value(try literal(depth: 0))
      case .env: .env(try located())
      case .file: .file(try located())
      }
    let preset = flags & Flag.hasDefault == 0 ? nil : try literal(depth: 0)
    let minimum = flags & Flag.hasMinimum == 0 ? nil : try literal(depth: 0)
    let maximum = flags & Flag.hasMaximum == 0 ? nil : try literal(depth: 0)
    let cases = try list { stage throws(Malformed) in try stage.located() }
    let parameter = ComposedParameter(
      name: name, type: types[type], source: source, default: preset,
      traits: ParameterTraits(rawValue: flags).intersection(.all), minimum: minimum, maximum: maximum, cases: cases,
      description: nil,
      history: try replacements())
    guard reader.bytes.remaining == 0 else { throw Malformed() }
    return parameter
  }
}

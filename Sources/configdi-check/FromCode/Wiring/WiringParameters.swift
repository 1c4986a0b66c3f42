import ConfigDI

/// The properties of a generated wiring: the manifest's parameters, and settings that only the user can write.
struct WiringParameters {
  struct Property {
    let name: String
    /// The parameter's name; `nil` for settings that only the user can write.
    let parameter: String?
    let type: String
    /// The default as a Swift expression; `nil` if the program must pass the value.
    let value: String?
    /// Whether the property is computed from other properties. If so, `value` is its body.
    var isComputed = false
    let comment: String
  }

  private(set) var properties: [Property] = []
  private let parameters: [String: PlannedParameter]
  private let names: [String: String]
  private var written: Set<String> = []

  init(_ parameters: [PlannedParameter]) {
    self.parameters = Dictionary(firstOf: parameters.map { ($0.name, $0) })
    names = GeneratedKeys.identifiers(for: parameters.map(\.name))
  }

  func type(of name: String) -> ParameterType? { parameters[name]?.type }

  /// The property that holds a parameter's typed value.
  mutating func value(_ name: String) -> String? {
    guard let parameter = parameters[name], let property = names[name] else { return nil }
    guard written.insert(property).inserted else { return property }
    var body: String?
    if parameter.type.swiftName == "String", !parameter.entry.isSecret,
      case .value(let literal)? = parameter.entry.source, case .template(let text) = literal.content
    {
      body = interpolated(text, of: "")
    }
    properties.append(
      Property(
        name: property, parameter: name, type: parameter.type.swiftName, value: body ?? preset(of: parameter),
        isComputed: body != nil, comment: comment(on: parameter.entry)))
    return property
  }

  /// The property that holds a parameter's value as text.
  mutating func text(_ name: String) -> String? {
    guard let parameter = parameters[name]?.entry, let property = names[name] else { return nil }
    guard [.float, .duration, .bytes, .list].contains(parameter.type) else { return value(name) }
    // Another parameter may have this name, and only a whole name can have backticks.
    let taken = Set(names.values.map { $0.replacing("`", with: "") })
    let text = FactoryNames.numbered(["\(property.replacing("`", with: ""))Text"], avoiding: taken)[0]
    let own = SwiftWords.escaped(text)
    guard written.insert(own).inserted else { return own }
    var preset: String?
    if !parameter.isSecret, let literal = Self.literal(of: parameter), case .written(_, let written) = literal.content {
      preset = SwiftWords.literal(written)
    }
    properties.append(
      Property(
        name: own, parameter: name, type: "String", value: preset, comment: "\(comment(on: parameter)) As text."))
    return own
  }

  /// Adds a property for settings that only the user can write.
  mutating func add(settings type: String, of service: String, at origin: SourceLocation) -> String {
    // A parameter's property may be added later.
    let taken = Set(properties.map(\.name)).union(names.values)
    let name = FactoryNames.numbered([GeneratedKeys.identifier("\(service) settings")], avoiding: taken)[0]
    // Without its folder, the path does not depend on the working directory.
    let place = "\(FilePath.name(of: origin.file.path)):\(origin.start.line):\(origin.start.column)"
    properties.append(
      Property(
        name: name, parameter: nil, type: type, value: nil,
        comment: "The settings of `\(service)` (\(place)), which the catalog does not fully describe."))
    return name
  }

  /// A string literal for text that contains parameters.
  ///
  /// - Parameter owner: The prefix of each property, such as `parameters.`.
  mutating func interpolated(_ text: OpenText, of owner: String) -> String? {
    guard text.isWhole else { return nil }
    var result = ""
    for piece in text.pieces {
      switch piece {
      case .text(let part): result += SwiftWords.literal(part).dropFirst().dropLast()
      case .parameter(let use):
        guard let property = self.text(use.value) else { return nil }
        result += "\\(\(owner)\(property))"
      }
    }
    return "\"\(result)\""
  }

  private func comment(on parameter: ComposedParameter) -> String {
    let name = parameter.name.value
    let secret = parameter.isSecret ? " Secret." : ""
    return switch parameter.source {
    case .env(let variable)?: "`\(name)`, from the variable `\(variable.value)`.\(secret)"
    case .file(let path)?: "`\(name)`, from the file `\(path.value)`.\(secret)"
    case .value?, nil: "`\(name)`.\(secret)"
    }
  }

  private static func literal(of parameter: ComposedParameter) -> Literal? {
    if case .value(let literal)? = parameter.source { return literal }
    return parameter.default
  }

  /// The default of a parameter as a Swift expression; `nil` for a secret, which is never written.
  private func preset(of parameter: PlannedParameter) -> String? {
    guard !parameter.entry.isSecret else { return nil }
    let setting = parameter.isKnown ? parameter.value : parameter.value.outlook?.preset
    guard let setting, setting.secret == nil else { return nil }
    return switch (parameter.type, setting.content) {
    case (.duration, .string(let text)): Quantity.duration(text).map { "\($0.swiftText)" }
    case (.bytes, .string(let text)): Quantity.bytes(text).map(String.init)
    case (.list, .list(let elements)):
      "[\(elements.compactMap { element in if case .string(let text) = element.content { SwiftWords.literal(text) } else { nil } }.joined(separator: ", "))]"
    case (_, .string(let text)): SwiftWords.literal(text)
    case (_, .int(let number)): "\(number)"
    case (_, .float(let number)): number.isFinite ? "\(number)" : nil
    case (_, .bool(let truth)): "\(truth)"
    default: nil
    }
  }
}

extension ParameterType {
  fileprivate var swiftName: String {
    switch self {
    case .string, .url, .path, .enum: "String"
    case .int, .bytes: "Int"
    case .float: "Double"
    case .bool: "Bool"
    case .duration: "Duration"
    case .list: "[String]"
    }
  }
}

extension Duration {
  /// The duration as a Swift expression: `.seconds(30)`.
  var swiftText: String {
    let (seconds, attoseconds) = components
    return attoseconds == 0
      ? ".seconds(\(seconds))" : ".milliseconds(\(seconds * 1000 + attoseconds / 1_000_000_000_000_000))"
  }
}

/// One registration as Swift, in the layout of `swift format`.
struct RegistrationText {
  private let candidate: Candidate
  /// The name of the registry variable.
  private let registry: String
  private let indent: String
  private let width = 120

  init(_ candidate: Candidate, registry: String = "registry", indent: Int = 4) {
    self.candidate = candidate
    self.registry = registry
    self.indent = String(repeating: " ", count: indent)
  }

  var text: String {
    switch making {
    case .reference(let reference): return call(arguments + [reference], closure: nil)
    case .closure(let parameters, let body): return call(arguments, closure: (parameters, body))
    }
  }

  private enum Making {
    case reference(String)
    case closure([String], String)
  }

  private var arguments: [String] {
    var parts = [quoted(candidate.name)]
    switch candidate.kind {
    case .initializer, .mainActorInitializer: break
    case .decorator, .asyncDecorator: parts.append("of: \(metatype).self")
    default: parts.append("as: \(metatype).self")
    }
    if case .instance(let property) = candidate.kind { parts.append("\(candidate.type.swiftName).\(property)") }
    if !candidate.labels.isEmpty { parts.append("labels: [\(candidate.labels.map(quoted).joined(separator: ", "))]") }
    return parts
  }

  private var metatype: String {
    candidate.service.hasPrefix("any ") ? "(\(candidate.service))" : candidate.service
  }

  private var making: Making {
    let type = candidate.type.swiftName
    if candidate.alias != nil, let argument = candidate.arguments.first {
      return .closure(["\(word(argument.variable)): \(argument.type)"], word(argument.variable))
    }
    guard let initializer = candidate.initializer else { return .reference("") }
    let isReordered = candidate.arguments.firstIndex { $0.role == .inner }.map { $0 > 0 } ?? false
    let isPlain =
      !candidate.leavesDefaults && !isReordered && !candidate.mustAwait && !candidate.sharesLabels
      && !candidate.arguments.isEmpty && !candidate.takesArgument
    if isPlain {
      let labels = initializer.parameters.map { "\(SwiftWords.label($0.label)):" }.joined()
      return .reference(candidate.isOnlyInitializer ? "\(type).init" : "\(type).init(\(labels))")
    }
    let handed = candidate.arguments.filter { $0.role == .inner } + candidate.arguments.filter { $0.role != .inner }
    let passed = candidate.arguments.map { argument in
      let value = word(argument.variable) + (argument.role == .argument ? ".value" : "")
      return argument.label == "_" ? value : "\(SwiftWords.label(argument.label)): \(value)"
    }
    var body = "\(type)(\(passed.joined(separator: ", ")))"
    if candidate.mustAwait || initializer.isAsync { body = "await \(body)" }
    if initializer.isThrowing { body = "try \(body)" }
    return .closure(handed.map { "\(word($0.variable)): \($0.type)" }, body)
  }

  private func call(_ arguments: [String], closure: (parameters: [String], body: String)?) -> String {
    let arguments = arguments.filter { !$0.isEmpty }
    let start = "\(indent)\(registry).\(candidate.kind.method)("
    let line = start + arguments.joined(separator: ", ") + ")"
    guard let closure else {
      return line.count <= width ? line : "\(start)\n\(filled(arguments, indent + "  "))"
    }
    if closure.parameters.isEmpty {
      let whole = "\(line) { \(closure.body) }"
      return whole.count <= width ? whole : "\(line) {\n\(indent)  \(closure.body)\n\(indent)}"
    }
    let head = "(\(closure.parameters.joined(separator: ", "))) in"
    let whole = "\(line) { \(head) \(closure.body) }"
    if whole.count <= width { return whole }
    let first = "\(line) { \(head)"
    if first.count <= width { return "\(first)\n\(indent)  \(closure.body)\n\(indent)}" }
    let second = "\(indent)  \(head)"
    if second.count <= width { return "\(line) {\n\(second)\n\(indent)  \(closure.body)\n\(indent)}" }
    let list = filled(closure.parameters, indent + "    ", ending: "")
    return "\(line) {\n\(indent)  (\n\(list)\n\(indent)  ) in\n\(indent)  \(closure.body)\n\(indent)}"
  }

  /// Wraps the items of a list, with as many per line as fit.
  private func filled(_ parts: [String], _ indent: String, ending: String = ")") -> String {
    var lines = [indent]
    for (index, part) in parts.enumerated() {
      let text = part + (index + 1 < parts.count ? "," : ending)
      let line = lines[lines.count - 1]
      let isFirst = line == indent
      if !isFirst, line.count + 1 + text.count > width {
        lines.append(indent + text)
      } else {
        lines[lines.count - 1] = line + (isFirst ? "" : " ") + text
      }
    }
    return lines.joined(separator: "\n")
  }

  private func word(_ name: String) -> String { SwiftWords.escaped(name) }

  private func quoted(_ text: String) -> String { SwiftWords.literal(text) }
}

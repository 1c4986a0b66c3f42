/// One registration as Swift, in the layout of `swift format`.
struct RegistrationText {
  let candidate: Candidate
  /// The name of the registry variable.
  var registry = "registry"
  private let indent = "    "
  private let width = 120

  var text: String {
    reference.map { call(arguments + [$0], closure: nil) } ?? call(arguments, closure: closure)
  }

  /// A closure with its parameters. Its body is an expression or, if there are arguments, a call.
  private typealias Closure = (parameters: [String], head: String, arguments: [String]?)

  private var arguments: [String] {
    var parts = [SwiftWords.literal(candidate.name)]
    if let label = candidate.kind.typeLabel { parts.append("\(label): \(SwiftWords.operand(candidate.service)).self") }
    if let instance = candidate.chosen.instance {
      parts.append("\(candidate.type.swiftName).\(SwiftWords.escaped(instance.lastName))")
    }
    if !labels.isEmpty { parts.append("labels: [\(labels.joined(separator: ", "))]") }
    return parts
  }

  /// The literals in `labels: ["a", "b"]`.
  private var labels: [String] { candidate.labels.map(SwiftWords.literal) }

  /// The initializer, if a reference to it can stand for the closure that calls it.
  private var reference: String? {
    guard candidate.alias == nil, let initializer = candidate.chosen.symbol else { return nil }
    let isReordered = candidate.arguments.firstIndex { $0.role == .inner }.map { $0 > 0 } ?? false
    let isPlain =
      candidate.chosen.canBeReferenced && !isReordered && !candidate.mustAwait && !candidate.arguments.isEmpty
      && !candidate.arguments.contains { $0.role == .argument }
    guard isPlain else { return nil }
    let labels = initializer.parameters.map { "\(SwiftWords.label($0.label)):" }.joined()
    return "\(candidate.type.swiftName).init" + (candidate.chosen.isOnly ? "" : "(\(labels))")
  }

  /// The closure that makes the instance; `nil` for an existing instance.
  private var closure: Closure? {
    if candidate.alias != nil, let argument = candidate.arguments.first {
      let variable = SwiftWords.escaped(argument.variable)
      return (["\(variable): \(argument.spelling)"], variable, nil)
    }
    guard let initializer = candidate.chosen.symbol else { return nil }
    let handed = candidate.arguments.filter { $0.role == .inner } + candidate.arguments.filter { $0.role != .inner }
    let passed = candidate.arguments.map { argument in
      let value = SwiftWords.escaped(argument.variable) + (argument.role == .argument ? ".value" : "")
      return argument.label == "_" ? value : "\(SwiftWords.label(argument.label)): \(value)"
    }
    var head = candidate.type.swiftName
    if candidate.mustAwait || initializer.isAsync { head = "await \(head)" }
    if initializer.isThrowing { head = "try \(head)" }
    return (handed.map { "\(SwiftWords.escaped($0.variable)): \($0.spelling)" }, head, passed)
  }

  private func call(_ arguments: [String], closure: Closure?) -> String {
    let start = "\(indent)\(registry).\(candidate.kind.rawValue)("
    let line = start + arguments.joined(separator: ", ") + ")"
    guard let closure else {
      return line.count <= width ? line : "\(start)\n\(filled(arguments, indent + "  ", labels: labels, ending: ")"))"
    }
    let parameters = closure.parameters.isEmpty ? "" : "(\(closure.parameters.joined(separator: ", "))) in"
    let head = parameters.isEmpty ? "" : " \(parameters)"
    let body = closure.head + (closure.arguments.map { "(\($0.joined(separator: ", ")))" } ?? "")
    // If the arguments do not fit on the first line, the closure begins on the line that closes them.
    let fits = line.count + 2 <= width
    let opening = fits ? "\(line) {" : "\(start)\n\(filled(arguments, indent + "  ", labels: labels))\n\(indent)) {"
    let last = fits ? line.count + 2 : indent.count + 3
    if last + head.count + body.count + 3 <= width { return "\(opening)\(head) \(body) }" }
    let end = "\n\(self.body(of: closure, body))\n\(indent)}"
    if last + head.count <= width { return opening + head + end }
    let second = "\(indent)  \(parameters)"
    if second.count <= width { return "\(opening)\n\(second)\(end)" }
    return "\(opening)\n\(indent)  (\n\(filled(closure.parameters, indent + "    "))\n\(indent)  ) in\(end)"
  }

  /// The lines of a closure's body. A call that does not fit on one line has its arguments on lines of their own.
  private func body(of closure: Closure, _ text: String) -> String {
    let line = "\(indent)  \(text)"
    guard line.count > width, let arguments = closure.arguments else { return line }
    return "\(indent)  \(closure.head)(\n\(filled(arguments, indent + "    ", ending: ")"))"
  }

  /// Wraps the items of a list, with as many per line as fit. Labels that do not fit on a line are wrapped themselves.
  private func filled(_ parts: [String], _ indent: String, labels: [String] = [], ending: String = "") -> String {
    var lines = [indent]
    var mustBreak = false
    for (index, part) in parts.enumerated() {
      let text = part + (index + 1 < parts.count ? "," : ending)
      let line = lines[lines.count - 1]
      let isFirst = line == indent
      let wraps = indent.count + text.count > width && !labels.isEmpty && part.hasPrefix("labels: [")
      if !isFirst, mustBreak || wraps || line.count + 1 + text.count > width { lines.append(indent) }
      mustBreak = wraps
      if wraps {
        let items = filled(labels, indent + "  ", ending: ",")
        lines[lines.count - 1] += "labels: [\n\(items)\n\(indent)]" + text.dropFirst(part.count)
      } else {
        lines[lines.count - 1] += (lines[lines.count - 1] == indent ? "" : " ") + text
      }
    }
    return lines.joined(separator: "\n")
  }
}

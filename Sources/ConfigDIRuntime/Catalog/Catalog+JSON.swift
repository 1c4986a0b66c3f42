extension Catalog {
  /// The content of `configdi.catalog.json`. The same factories produce the same bytes on every machine.
  ///
  /// Factories and keys are sorted by name, and line numbers are omitted, so the committed file changes only when facts
  /// that the checker uses change.
  public var json: String {
    var text = "{\n  \"configdiCatalog\": 1,\n"
    let keys = keys.sorted { $0.name.precedes($1.name) }
    let members: [JSON] = keys.map { ["name": .string($0.name), "type": .string($0.type)] }
    text += "  \"keys\": \(Self.list(members, indent: "  ")),\n"
    let factories = factories.sorted { $0.name.precedes($1.name) }
    let blocks = factories.map { factory in
      "    {\n" + factory.lines.map { "      " + $0 }.joined(separator: ",\n") + "\n    }"
    }
    text += "  \"factories\": [" + (blocks.isEmpty ? "" : "\n" + blocks.joined(separator: ",\n") + "\n  ")
    return text + "]\n}\n"
  }

  /// A JSON array with each element on its own line, which keeps diffs small. A single element stays on the array's
  /// line.
  fileprivate static func list(_ elements: [JSON], indent: String) -> String {
    guard elements.count > 1 else { return JSON.array(elements).line }
    return "[\n" + elements.map { "\(indent)  \($0.line)" }.joined(separator: ",\n") + "\n\(indent)]"
  }
}

extension CatalogFactory {
  fileprivate var lines: [String] {
    let lines: [String?] = [
      member("name", .string(name)), member("role", .string(role.rawValue)),
      member("provides", provides.map { .string($0) }),
      dependencies.isEmpty ? nil : "\"dependencies\": " + Catalog.list(dependencies.map(\.json), indent: "      "),
      settings.map { "\"settings\": " + $0.text },
      member("argument", argument.map { .string($0) }),
      member("isolation", .string(isolation.rawValue)), member("async", .bool(isAsync)),
      member("shareable", .bool(isShareable)), member("reference", .bool(isReference)),
      // Omitted if false, since most factories provide a protocol.
      member("concrete", isConcrete ? true : nil),
      member("deprecated", deprecated?.json ?? .null),
      member("file", file.map { .string($0) }), member("documentation", documentation.map { .string($0) }),
    ]
    return lines.compactMap(\.self)
  }

  /// A member on one line; `nil` if it has no value.
  private func member(_ name: String, _ value: JSON?) -> String? { value.map { "\"\(name)\": \($0.line)" } }
}

extension CatalogDependency {
  fileprivate var json: JSON {
    .object(present: [
      "key": .string(key), "kind": .string(form.catalogKind.rawValue), "async": form.isAsync ? true : nil,
      "isolation": form.isOnMain ? .string(CatalogFactory.Isolation.main.rawValue) : nil,
      "argument": argument.map { .string($0) }, "label": label.map { .string($0) },
    ])
  }
}

extension Deprecation {
  fileprivate var json: JSON {
    if since == nil, use == nil, let message { return .string(message) }
    return .object(present: [
      "since": since.map { .string($0) }, "use": use.map { .string($0) }, "message": message.map { .string($0) },
    ])
  }
}

extension SettingsSchema {
  fileprivate var text: String {
    let lines = [
      "\"type\": \(JSON.string(type).line)",
      "\"fields\": \(Catalog.list(fields.map(\.json), indent: "        "))",
      "\"opaque\": \(isOpaque)",
    ]
    return "{\n" + lines.map { "        " + $0 }.joined(separator: ",\n") + "\n      }"
  }
}

extension SettingsField {
  fileprivate var json: JSON {
    var (cases, fields, isOpaque, keys, element): (JSON?, JSON?, JSON?, JSON?, JSON?)
    switch type {
    case .enumeration(let known): cases = .array(known.map(\.json))
    case .object(let inner, let acceptsMore):
      fields = inner.isEmpty ? nil : .array(inner.map(\.json))
      isOpaque = acceptsMore ? true : nil
    case .list(let field): element = field.json
    case .map(let field, let type):
      // Not `? nil :`, which would be JSON's null.
      if type != .string { keys = SettingsField("", type).json }
      element = field.json
    default: break
    }
    return .object(present: [
      "name": name.isEmpty ? nil : .string(name), "type": .string(type.name), "cases": cases, "fields": fields,
      "opaque": isOpaque, "keys": keys, "of": element, "min": minimum.map { .int($0) },
      "max": maximum.map { .int($0) }, "optional": isOptional ? true : nil, "secret": isSecret ? true : nil,
      "default": defaultText.map { .string($0) },
    ])
  }
}

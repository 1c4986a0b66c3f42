import Synchronization

/// What a level changes of those below it, by the manifest's own names.
package struct LevelDefinition: Sendable {
  package init() {}

  package private(set) var uses: [(key: ServiceKey, source: Source)] = []
  package var values = Values()

  package enum Source: Sendable {
    case factory(String, settings: YAMLValue)
    case instance(LevelInstance)
  }

  package mutating func use(_ source: Source, for key: ServiceKey) {
    if let index = uses.firstIndex(where: { $0.key == key }) {
      uses[index].source = source
    } else {
      uses.append((key, source))
    }
  }

  /// Parameters' values in the order in which they were first set.
  package struct Values: Sendable {
    package private(set) var entries: [YAMLValue.Entry] = []

    package subscript(name: String) -> YAMLValue? {
      get { entries.first { $0.name == name }?.value }
      set {
        let index = entries.firstIndex { $0.name == name }
        switch (index, newValue) {
        case (let index?, let value?): entries[index].value = value
        case (let index?, nil): entries.remove(at: index)
        case (nil, let value?): entries.append(YAMLValue.Entry(name, value))
        case (nil, nil): break
        }
      }
    }
  }
}

/// An instance that a level was given, under a name of its own among the factories.
package struct LevelInstance: Sendable {
  /// Different for each instance, so that what was made with another is known to be different.
  package let name = "instance \(count.add(1, ordering: .relaxed).newValue)"
  private let registering: @Sendable (inout FactoryRegistry, String) -> Void

  private static let count = Atomic<Int>(0)

  init<Service: Sendable>(_ instance: Service) {
    registering = { $0.registerInstance($1, as: Service.self, instance) }
  }

  package func register(in registry: inout FactoryRegistry) { registering(&registry, name) }
}

extension YAMLValue {
  /// Text as it is: what would stand for a parameter is escaped.
  static func literal(_ text: String) -> YAMLValue {
    var literal: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), literal.last == UInt8(ascii: "$") { literal.append(UInt8(ascii: "$")) }
      literal.append(byte)
    }
    return .text(String(decoding: literal, as: UTF8.self))
  }

  init(_ number: Double) {
    if number.isNaN {
      self = .plain(".nan")
    } else if number.isInfinite {
      self = .plain(number < 0 ? "-.inf" : ".inf")
    } else {
      self = .plain("\(number)")
    }
  }

  init(_ settings: SettingDefaults) {
    self = .map(settings.entries.map { Entry($0.name, YAMLValue($0.value)) })
  }

  private init(_ value: SettingDefault) {
    switch value.content {
    case .bool(let truth): self = .plain("\(truth)")
    case .int(let number): self = .plain("\(number)")
    case .float(let number): self.init(number)
    case .string(let text): self = .text(text)
    case .list(let elements): self = .list(elements.map { YAMLValue($0) })
    case .map(let entries): self = .map(entries.map { Entry($0.name, YAMLValue($0.value)) })
    }
  }
}

extension Duration {
  /// As manifests write it.
  var manifestText: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, passes) = whole.addingReportingOverflow(milliseconds)
    return isTooLong || passes || milliseconds == 0 ? "\(seconds)s" : "\(sum)ms"
  }
}

/// An instance to close, and the service or the initializer that it was made for.
struct Made: @unchecked Sendable {
  // Unchecked: a shared instance is `Sendable`, though the type of a closeable one need not say so.
  let source: Source
  /// The object; `nil` for an instance without an identity.
  let object: ObjectIdentifier?
  private let instance: Instance

  enum Source: Sendable {
    /// The index in the plan's services.
    case service(Int)
    /// The index among the phases' initializers.
    case initializer(Int)
  }

  private enum Instance {
    case sync(any Closeable)
    case async(any AsyncCloseable)
  }

  init?<Value>(_ value: Value, of source: Source) {
    self.source = source
    if let closeable = value as? any AsyncCloseable {
      instance = .async(closeable)
    } else if let closeable = value as? any Closeable {
      instance = .sync(closeable)
    } else {
      return nil
    }
    object = type(of: value as Any) is any AnyObject.Type ? ObjectIdentifier(value as AnyObject) : nil
  }

  func close() async throws {
    switch instance {
    case .sync(let closeable): try closeable.close()
    case .async(let closeable): try await closeable.close()
    }
  }
}

/// The instances that a level closes, in the order in which they were made. An object is there once, however many
/// services it is the instance of.
struct MadeList: Sendable {
  private var entries: [Made] = []
  /// The services and initializers of each object, the first of which has the entry; none for an object that the
  /// program closes.
  private var sources: [ObjectIdentifier: [Made.Source]] = [:]

  func contains(_ object: ObjectIdentifier) -> Bool { sources[object] != nil }

  mutating func add(_ made: Made) {
    if let object = made.object {
      if let known = sources[object] {
        if !known.isEmpty { sources[object] = known + [made.source] }
        return
      }
      sources[object] = [made.source]
    }
    entries.append(made)
  }

  /// Remembers an object that the program closes. It must live as long as the list.
  mutating func leave(_ object: ObjectIdentifier) {
    if sources[object] == nil { sources[object] = [] }
  }

  /// Removes the instance that was made last, of those of which no service is to be kept.
  mutating func takeLast(but kept: Set<Int>) -> Made? {
    let index = entries.lastIndex { made in
      !(made.object.flatMap { sources[$0] } ?? [made.source]).contains { source in
        if case .service(let service) = source { kept.contains(service) } else { false }
      }
    }
    guard let index else { return nil }
    if let object = entries[index].object { sources[object] = nil }
    return entries.remove(at: index)
  }
}

/// An instance to close, and the service or the initializer that it was made for.
struct Made: @unchecked Sendable {
  // Unchecked: a shared instance is `Sendable`, though the type of a closeable one need not say so. One of the main
  // actor need not be, and is closed there.
  let source: Source
  /// The object; `nil` for an instance without an identity.
  let object: ObjectIdentifier?
  private let instance: Instance
  private let isOnMain: Bool

  enum Source: Hashable, Sendable {
    /// The index in the plan's services.
    case service(Int)
    /// The index among the phases' initializers.
    case initializer(Int)
  }

  private enum Instance {
    case sync(any Closeable)
    case async(any AsyncCloseable)
  }

  /// Call where the instance was made: a conformance of the main actor (`@MainActor Closeable`) is found there alone.
  ///
  /// - Parameter isOnMain: Whether it was made by a factory of the main actor.
  init?<Value>(_ value: Value, of source: Source, isOnMain: Bool = false) {
    self.source = source
    self.isOnMain = isOnMain
    if let closeable = value as? any AsyncCloseable {
      instance = .async(closeable)
    } else if let closeable = value as? any Closeable {
      instance = .sync(closeable)
    } else {
      return nil
    }
    object = type(of: value as Any) is any AnyObject.Type ? ObjectIdentifier(value as AnyObject) : nil
  }

  /// Whether closing it here would have to wait: for its own asynchronous `close()`, or for the main actor.
  var needsAwaiting: Bool {
    switch instance {
    case .sync(let closeable): isOnMain || !(closeable as Any is any Closeable)
    case .async: true
    }
  }

  /// Closes an instance that needs no awaiting.
  func closeNow() throws {
    if case .sync(let closeable) = instance { try closeable.close() }
  }

  func close() async throws {
    switch instance {
    // A conformance that is not found here is the main actor's, whatever the factory is.
    case .sync(let closeable):
      if !isOnMain, let closeable = closeable as Any as? any Closeable {
        try closeable.close()
      } else {
        try await closeOnMain()
      }
    // This goes to the actor of the conformance by itself.
    case .async(let closeable): try await closeable.close()
    }
  }

  @MainActor private func closeOnMain() throws {
    if case .sync(let closeable) = instance { try closeable.close() }
  }
}

/// The instances that a level closes, in the order in which they were made. An object is there once, however many
/// services it is the instance of.
struct MadeList: Sendable {
  private var entries: [(number: Int, made: Made)] = []
  /// The number of the newest entry.
  private var count = 0
  /// The services and initializers of each object, the first of which has the entry; none for an object that the
  /// program closes.
  private var sources: [ObjectIdentifier: [Made.Source]] = [:]

  var isEmpty: Bool { entries.isEmpty }
  var needsAwaiting: Bool { entries.contains { $0.made.needsAwaiting } }

  func contains(_ object: ObjectIdentifier) -> Bool { sources[object] != nil }

  /// The number of the new entry; `nil` if the object is there already.
  mutating func add(_ made: Made) -> Int? {
    if let object = made.object {
      if let known = sources[object] {
        if !known.isEmpty, !known.contains(made.source) { sources[object] = known + [made.source] }
        return nil
      }
      sources[object] = [made.source]
    }
    count += 1
    entries.append((count, made))
    return count
  }

  /// Remembers an object that the program closes. It must live as long as the list.
  mutating func leaveOpen(_ object: ObjectIdentifier) {
    if sources[object] == nil { sources[object] = [] }
  }

  /// Removes the instance that was made last, of those of which no service is to be kept.
  mutating func takeLast(but kept: Set<Int>) -> Made? {
    let index = entries.lastIndex { entry in
      !sources(of: entry.made).contains { source in
        if case .service(let service) = source { kept.contains(service) } else { false }
      }
    }
    return index.map { remove(at: $0) }
  }

  /// Removes entries, except objects that belong to several services.
  mutating func take(_ numbers: [Int]) -> [Made] {
    numbers.compactMap { number in
      entries.lastIndex { $0.number == number && sources(of: $0.made).count == 1 }.map { remove(at: $0) }
    }
  }

  private func sources(of made: Made) -> [Made.Source] {
    made.object.flatMap { sources[$0] } ?? [made.source]
  }

  private mutating func remove(at index: Int) -> Made {
    let made = entries.remove(at: index).made
    if let object = made.object { sources[object] = nil }
    return made
  }
}

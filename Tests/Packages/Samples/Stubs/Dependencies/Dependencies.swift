/// The signatures of swift-dependencies that the migration page uses.
public protocol DependencyKey {
  associatedtype Value: Sendable
  static var liveValue: Value { get }
}

public struct DependencyValues {
  public init() {}

  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get { Key.liveValue }
    set {}
  }
}

@propertyWrapper public struct Dependency<Value> {
  public let wrappedValue: Value
  public init(_ keyPath: KeyPath<DependencyValues, Value>) { wrappedValue = DependencyValues()[keyPath: keyPath] }
}

public func withDependencies<R>(
  _ update: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows
  -> R
{
  var values = DependencyValues()
  try update(&values)
  return try operation()
}

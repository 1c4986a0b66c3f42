/// A value and the place where it is written.
package struct Located<Value> {
  package var value: Value
  package let location: SourceLocation

  // Called for each name of a manifest, and slow where it is not specialized.
  @inlinable @inline(__always)
  package init(_ value: Value, at location: SourceLocation) {
    self.value = value
    self.location = location
  }

  @inlinable
  package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Located<Other> {
    Located<Other>(try transform(value), at: location)
  }
}

extension Located: Sendable where Value: Sendable {}

package struct Located<Value> {
  package var value: Value
  package let location: SourceLocation

  package init(_ value: Value, at location: SourceLocation) {
    self.value = value
    self.location = location
  }

  package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Located<Other> {
    Located<Other>(try transform(value), at: location)
  }
}

extension Located: Sendable where Value: Sendable {}

// Specialized for the names in a manifest and for `ServiceKey`. Otherwise code in another module would look up the
// generic type each time.
extension Located<String> {
  package init(_ value: String, at location: SourceLocation) {
    self.value = value
    self.location = location
  }
}

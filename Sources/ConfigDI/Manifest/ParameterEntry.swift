/// One entry under `parameters`, as it is written.
package struct ParameterEntry: Sendable {
  package var name: Located<String>
  package var type: Located<ParameterType>?
  package var source: Source?
  package var `default`: Node?
  package var secret: Located<Bool>?
  package var exposed: Located<Bool>?
  package var minimum: Node?
  package var maximum: Node?
  /// The cases of an `enum`.
  package var cases: Located<[Located<String>]>?
  package var description: Located<String>?
  package var new: Located<Bool>?
  package var remove: Located<Bool>?
  /// Whether its type or source could not be read, which has been reported.
  package var isMalformed = false
  package var location: SourceLocation

  package enum Source: Sendable {
    case value(Node)
    case env(Located<String>)
    case file(Located<String>)
  }
}

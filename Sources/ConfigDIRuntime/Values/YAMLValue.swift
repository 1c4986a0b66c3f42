/// A value to be written as YAML.
package indirect enum YAMLValue: Sendable, Equatable {
  /// Text written as is, so that YAML reads it as a number, a boolean or null.
  case plain(String)
  /// Text that is quoted if YAML would read it as anything else.
  case text(String)
  case list([YAMLValue])
  case map([Entry])

  package struct Entry: Sendable, Equatable {
    package var name: String
    package var value: YAMLValue

    package init(_ name: String, _ value: YAMLValue) {
      self.name = name
      self.value = value
    }
  }
}

/// The type of a parameter's value, in the manifest's words.
public enum ParameterType: String, Sendable, Hashable, CaseIterable {
  case string, int, float, bool, duration, bytes, url, path, `enum`, list
}

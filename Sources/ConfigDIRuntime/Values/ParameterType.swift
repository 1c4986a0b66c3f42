/// What a parameter's value may be, in the manifest's words.
public enum ParameterType: String, Sendable, Hashable, CaseIterable {
  case string, int, float, bool, duration, bytes, url, path, `enum`, list
}

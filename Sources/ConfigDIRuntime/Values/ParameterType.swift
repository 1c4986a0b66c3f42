package enum ParameterType: String, Sendable, Hashable, CaseIterable {
  case string, int, float, bool, duration, bytes, url, path, `enum`, list
}

/// A scalar by the YAML 1.2 core schema.
package enum Scalar: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case float(Double)
  case string(String)
}

/// The identity of a request: a number or a text.
enum RequestID: Hashable, Sendable {
  case number(Int)
  case text(String)

  init?(_ json: JSON?) {
    switch json {
    case .int(let number)?: self = .number(number)
    case .string(let text)?: self = .text(text)
    default: return nil
    }
  }

  var json: JSON {
    switch self {
    case .number(let number): .int(number)
    case .text(let text): .string(text)
    }
  }
}

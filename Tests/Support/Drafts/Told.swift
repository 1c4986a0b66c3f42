import ConfigDI
import Synchronization

/// What a wiring's services are made of, with a number for each object, so that two wirings can be compared as text.
@MainActor
final class Told {
  private(set) var lines: [String] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var objects: [AnyObject] = []

  init() { Assembled.record.withLock { $0 = [] } }

  /// - Parameter scope: The scope, or the whole, in which the service is asked for.
  func add(_ key: String, in scope: any AnyObject & Sendable, _ service: () throws -> Any) {
    do {
      lines.append("\(key) = \(text(of: try service(), in: scope, 0))")
    } catch {
      lines.append("\(key) throws")
    }
  }

  /// - Parameter isOrdered: Whether services are made one after the other.
  func end(isOrdered: Bool) -> [String] {
    // Made with the registry, before either wiring, or by the host, also where only one of them has a use for it.
    let record = Assembled.record.withLock { $0 }.filter { !["made readyWheel", "made provided"].contains($0) }
    return lines + (isOrdered ? record : record.sorted())
  }

  private func text(of value: Any, in scope: any AnyObject & Sendable, _ depth: Int) -> String {
    switch value {
    case let piece as any Piece: object(piece, piece.name, piece.needs, piece.later, in: scope, depth)
    case let dash as Dash: object(dash, dash.name, dash.needs, dash.later, in: scope, depth)
    case let tank as Tank: object(tank, tank.name, tank.needs, [], in: scope, depth)
    case let lamps as [any Lamp]: "[\(lamps.map { text(of: $0, in: scope, depth) }.joined(separator: " "))]"
    case let tuning as Tuning:
      "\(tuning.mode) \(tuning.timeout) \(tuning.buffer?.bytes ?? -1) \(tuning.key.value) "
        + "\(tuning.limit.map { "\($0.low) \($0.names)" } ?? "-") \(tuning.on)"
    case let sizes as Sizes: "\(sizes.size) \(sizes.label ?? "-") \(sizes.ratio)"
    case let prices as Prices: "\(prices.table.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
    default: "\(value)"
    }
  }

  private func object(
    _ object: AnyObject, _ name: String, _ needs: [Any], _ later: [Later], in scope: any AnyObject & Sendable,
    _ depth: Int
  ) -> String {
    let id = ObjectIdentifier(object)
    if let number = numbers[id] { return "#\(number)" }
    numbers[id] = numbers.count
    objects.append(object)
    var text = "\(name)#\(numbers.count - 1)"
    if !needs.isEmpty { text += "(\(needs.map { self.text(of: $0, in: scope, depth) }.joined(separator: ", ")))" }
    guard depth < 3 else { return text }
    for later in later {
      do {
        let value: any Sendable =
          switch later {
          case .here(let call): try call()
          case .onMain(let call): try call()
          case .inScope(let call): try call(scope)
          case .awaited, .awaitedInScope: "awaited"
          }
        text += " later \(self.text(of: value, in: scope, depth + 1))"
      } catch {
        text += " later throws"
      }
    }
    return text
  }
}

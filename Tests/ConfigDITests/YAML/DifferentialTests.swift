import Foundation
import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Compares with what another reader said, in the file that `Scripts/judges/differential-yaml` names; without one, with nothing.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CONFIGDI_DIFFERENTIAL_YAML"] != nil))
struct DifferentialTests {
  private struct Expectation: Decodable {
    enum Outcome: String, Decodable { case accepted, refused, either }

    let text: Data
    let events: [ExpectedEvent]
    let outcome: Outcome
    let problem: Int?
  }

  private struct ExpectedEvent: Decodable, Equatable {
    var kind: String
    var start: Int
    var end: Int
    var anchor: String?
    var tag: String?
    var value: String?
    var style: String?
    var flow: Bool?
    var explicit: Bool?
  }

  @Test("libyaml and PyYAML read each document alike") func eachDocumentIsReadAlike() throws {
    let path = try #require(ProcessInfo.processInfo.environment["CONFIGDI_DIFFERENTIAL_YAML"])
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let expected = try JSONDecoder().decode(Expectation.self, from: Data(line.utf8))
      if let difference = difference(expected) {
        Issue.record("\(difference)\n\(String(decoding: expected.text, as: UTF8.self).debugDescription)")
      }
    }
  }

  /// The first thing that differs.
  private func difference(_ expected: Expectation) -> String? {
    let bytes = [UInt8](expected.text)
    let events = events(of: bytes)
    if let index = zip(events, expected.events).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      return "event \(index): \(events[index]), expected \(expected.events[index])"
    }
    if events.count != expected.events.count {
      return "\(events.count) events, expected \(expected.events.count)"
    }
    let reading = Reading(bytes)
    switch expected.outcome {
    case .accepted where reading.document == nil: return "refused: \(reading.places)"
    case .refused where reading.document != nil: return "accepted"
    default: break
    }
    // Our own words stand where the mistake begins, which may be before the byte at which a parser gives up.
    if let problem = expected.problem, reading.findings.first?.location?.startOffset ?? .max > UInt32(problem) {
      return "refused at \(reading.places), expected byte \(problem)"
    }
    return reading.document.flatMap { nodeDifference($0, expected.events) }
  }

  /// Holds the records against the events of the first document.
  private func nodeDifference(_ document: YAMLDocument, _ events: [ExpectedEvent]) -> String? {
    guard !document.records.isEmpty else { return nil }
    var index = 0
    var open: [Int] = []
    var anchors: [String: Int] = [:]
    for event in events.prefix(while: { $0.kind != "documentEnd" }) {
      switch event.kind {
      case "scalar", "alias", "sequenceStart", "mappingStart":
        guard index < document.records.count else { return "too few nodes" }
        let record = document.records[index]
        guard event.kind.hasPrefix("\(record.kind)") else { return "node \(index) is a \(record.kind), not \(event)" }
        let hasProperties = event.kind != "alias" && (event.anchor != nil || event.tag != nil)
        guard hasProperties ? record.start >= event.start : record.start == event.start else {
          return "node \(index) begins at \(record.start), expected \(event.start)"
        }
        if event.kind == "scalar" {
          let isBlock = event.style == "literal" || event.style == "folded"
          guard isBlock ? record.end <= event.end : record.end == event.end else {
            return "node \(index) ends at \(record.end), expected \(event.end)"
          }
          let text = Node(document: document, index: index).text
          guard text == event.value else { return "node \(index) is \(text), expected \(event.value ?? "")" }
          guard record.flags.contains(.interpolated) == text.utf8.contains(Array("${".utf8)) else {
            return "node \(index) is interpolated, or is not"
          }
        }
        if event.kind == "alias" {
          guard Int(record.link) == event.anchor.flatMap({ anchors[$0] }) else {
            return "alias \(index) has no target"
          }
        } else if let anchor = event.anchor {
          anchors[anchor] = index
        }
        if event.kind.hasSuffix("Start") { open.append(index) }
        index += 1
      case "sequenceEnd", "mappingEnd":
        guard let start = open.popLast(), document.records[start].link == index else { return "no end at \(index)" }
        guard document.records[start].end <= event.end else { return "node \(start) ends after \(event.end)" }
      default:
        continue
      }
    }
    return index == document.records.count ? nil : "too many nodes"
  }

  /// The parser's own events, up to the end or an error.
  private func events(of bytes: [UInt8]) -> [ExpectedEvent] {
    bytes.withUnsafeBufferPointer { bytes in
      let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var cursor = OffsetCursor(bytes, start: start)
      var events: [ExpectedEvent] = []
      guard start < bytes.count, let parser = EventParser(UnsafeBufferPointer(rebasing: bytes[start...])) else {
        return [ExpectedEvent(kind: "streamEnd", start: start, end: start)]
      }
      while let event = try? parser.next() {
        if case .streamStart = event.kind { continue }
        events.append(expected(event, &cursor))
        if case .streamEnd = event.kind { break }
      }
      return events
    }
  }

  private func expected(_ event: Event, _ cursor: inout OffsetCursor) -> ExpectedEvent {
    var result = ExpectedEvent(
      kind: "", start: cursor.offset(of: event.start), end: cursor.offset(of: event.end),
      anchor: event.anchor.map { String(cString: $0) }, tag: event.tag.map { String(cString: $0) })
    switch event.kind {
    case .streamStart, .streamEnd: result.kind = "streamEnd"
    case .documentStart(let explicit):
      result.kind = "documentStart"
      result.explicit = explicit
    case .documentEnd(let explicit):
      result.kind = "documentEnd"
      result.explicit = explicit
    case .alias(let name):
      result.kind = "alias"
      result.anchor = String(cString: name)
    case .scalar(let style, let text):
      result.kind = "scalar"
      result.value = String(decoding: text, as: UTF8.self)
      result.style = ["plain", "single", "double", "literal", "folded"][Int(style.rawValue)]
    case .sequenceStart(let flow):
      result.kind = "sequenceStart"
      result.flow = flow
    case .mappingStart(let flow):
      result.kind = "mappingStart"
      result.flow = flow
    case .sequenceEnd: result.kind = "sequenceEnd"
    case .mappingEnd: result.kind = "mappingEnd"
    }
    return result
  }
}

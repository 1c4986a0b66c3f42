/// The maximum number of locations to show. Further locations are only counted.
private let mostPlaces = 12

extension Diagnostic {
  /// Source excerpts with carets under each of the finding's locations.
  func excerpts(_ paint: Paint, width: Int) -> [String] {
    let places = places.filter { !$0.location.file.isArgument }
    let shown = places.prefix(mostPlaces)
    let gutter = shown.map { String($0.location.start.line).count }.max() ?? 0
    var result: [String] = []
    var path = place?.file.path
    var previous: (line: Int, text: String)?
    for (index, place) in shown.enumerated() {
      guard place.location.file.hasText else {
        // The first line already names the primary location.
        if index > 0 || self.place == nil {
          let label = place.label.map { ": \(visible($0))" } ?? ""
          result.append("  \(paint.gutter(":::")) \(visible(place.location.description))\(label)")
        }
        (path, previous) = (nil, nil)
        continue
      }
      let excerpt = Excerpt(place.location, width: max(24, width - gutter - 3))
      if place.location.file.path != path {
        path = place.location.file.path
        previous = nil
        result.append("  \(paint.gutter(":::")) \(visible(place.location.description))")
      }
      guard !place.location.file.bytes.isEmpty else { continue }
      if previous?.line != excerpt.line || previous?.text != excerpt.text {
        if let previous, abs(previous.line - excerpt.line) > 1 { result.append(paint.gutter("...")) }
        let number = String(excerpt.line)
        let margin = String(repeating: " ", count: gutter - number.count) + number
        result.append(trimmed("\(paint.gutter("\(margin) |")) \(excerpt.text)"))
      }
      previous = (excerpt.line, excerpt.text)
      let carets = String(repeating: "^", count: excerpt.caretCount)
      let isPrimary = index == 0 && self.place != nil
      let marks = isPrimary ? paint.severity(severity, carets) : paint.bold(carets)
      let notes = [place.label.map { visible($0) }, excerpt.lastLine.map { "(to line \($0))" }].compactMap { $0 }
      let margin = paint.gutter(String(repeating: " ", count: gutter) + " |")
      let blank = String(repeating: " ", count: excerpt.caretColumn + 1)
      result.append(([margin + blank + marks] + notes).joined(separator: " "))
    }
    if places.count > shown.count {
      result.append("  = \(paint.bold("note:")) \(counted(places.count - shown.count, "more place")) not shown")
    }
    return result
  }
}

private func trimmed(_ line: String) -> String {
  var line = line[...]
  while line.last == " " { line.removeLast() }
  return String(line)
}

/// A source line as shown in a terminal. A long line is shortened at both ends, and the location stays visible.
private struct Excerpt {
  let line: Int
  let text: String
  /// The number of columns before the first caret.
  let caretColumn: Int
  let caretCount: Int
  /// The number of the location's last line, if the location spans several lines.
  let lastLine: Int?

  init(_ location: SourceLocation, width: Int) {
    let file = location.file
    let start = location.start
    line = start.line
    let whole = file.lineTable.range(ofLine: start.line, in: file.bytes)
    // If the location is inside hidden text, the carets mark all of the hidden text.
    let place = file.coveringHidden(location.range)
    let from = min(max(place.lowerBound, whole.lowerBound), whole.upperBound)
    let to = min(max(place.upperBound, from), whole.upperBound)
    let end = location.end
    let last = end.column == 1 && end.line > start.line ? end.line - 1 : end.line
    lastLine = last > start.line ? last : nil

    // Four spaces for each tab, since a tab's width depends on the terminal.
    func cells(_ range: Range<Int>) -> String {
      visible(file.shown(range).split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    "))
    }
    // A line may be as long as a file, so at most this many bytes are read before, in and after the location.
    let reach = 4 * width
    let first = file.characterStart(from - min(reach, from - whole.lowerBound))
    let spanEnd = file.characterStart(min(to, from + reach))
    let afterEnd = file.characterStart(min(whole.upperBound, spanEnd + reach))
    let before = cells(first..<from)
    let span = cells(from..<max(from, spanEnd))
    let after = cells(max(from, spanEnd)..<max(from, spanEnd, afterEnd))
    let widths = (before: DisplayWidth.of(before), span: DisplayWidth.of(span), after: DisplayWidth.of(after))
    let isWhole = first == whole.lowerBound && afterEnd == whole.upperBound
    if isWhole, widths.before + widths.span + widths.after <= width {
      text = before + span + after
      caretColumn = widths.before
      caretCount = max(1, widths.span)
      return
    }
    // Two columns are reserved for the `…` at each end that is cut.
    let shownSpan = span.columns(from: 0, count: min(widths.span, width - 2))
    let spare = max(0, width - 2 - DisplayWidth.of(shownSpan))
    let left = min(widths.before, max(spare / 2, spare - widths.after))
    var shownBefore = before.columns(from: widths.before - left, count: left)
    if left < widths.before || first > whole.lowerBound { shownBefore = "…" + shownBefore }
    let rest = span.dropFirst(shownSpan.count) + after
    let shownAfter = String(rest).columns(from: 0, count: spare - left)
    text =
      shownBefore + shownSpan + shownAfter + (shownAfter.count < rest.count || afterEnd < whole.upperBound ? "…" : "")
    caretColumn = DisplayWidth.of(shownBefore)
    caretCount = max(1, DisplayWidth.of(shownSpan))
  }
}

extension SourceFile {
  /// The start of the character that contains the byte at this offset.
  fileprivate func characterStart(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}

extension String {
  /// The characters that fit entirely within a range of columns.
  fileprivate func columns(from start: Int, count: Int) -> String {
    var column = 0
    var result = ""
    for character in self {
      let width = DisplayWidth.of(character)
      if column >= start, column + width <= start + count { result.append(character) }
      column += width
      if column > start + count { break }
    }
    return result
  }
}

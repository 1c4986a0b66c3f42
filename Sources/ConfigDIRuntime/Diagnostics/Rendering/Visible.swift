/// Text that a terminal shows and does not obey: control characters and changes of direction become pictures.
package func visible(_ text: some StringProtocol) -> String {
  guard text.unicodeScalars.contains(where: { picture(of: $0) != nil }) else { return String(text) }
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars { result.append(picture(of: scalar) ?? scalar) }
  return String(result)
}

/// Several lines that a terminal shows and does not obey; their ends stay.
func visible(lines text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false).map { visible($0) }.joined(separator: "\n")
}

private func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
  switch scalar.value {
  case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
  case 0x7F: "\u{2421}"
  case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: "\u{FFFD}"
  default: nil
  }
}

/// The names that environment variables can have: without `=`, spaces and control characters.
package enum VariableName {
  package static func isValid(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isPart) }

  package static func isPart(_ byte: UInt8) -> Bool { byte > 0x20 && byte != UInt8(ascii: "=") }
}

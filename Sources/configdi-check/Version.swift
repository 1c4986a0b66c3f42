enum Version {
  static let current = "0.1.0"
  /// The date of the manual page.
  static let date = "November 20, 2026"
}

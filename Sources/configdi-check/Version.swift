enum Version {
  static let current = "0.1.0"
  /// The package's URL, for packages that depend on it.
  static let address = "https://git.example.com/ConfigDI.git"
  /// The date of the manual page.
  static let date = "November 20, 2026"
}

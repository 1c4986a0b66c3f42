import CResources
import ConfigDI

/// The package that `new` writes, from `Resources/NewPackage.md`.
struct NewPackage {
  /// The name of the package and of its program, and the prefix of its modules' names.
  let name: String
  /// The dependency on ConfigDI, as text for `Package.swift`.
  let dependency: String

  /// The workflow and editor settings, for adding to a package that already has sources.
  static var surroundings: [(name: String, text: String)] {
    NewPackage(name: "", dependency: "").files.filter {
      [".github/workflows/wiring.yml", ".vscode/settings.json"].contains($0.name)
    }
  }

  var files: [(name: String, text: String)] {
    let page = String(cString: configdi_new_package())
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let files = RulePage.Example(lines.drop { $0 != "## Files" }.dropFirst())?.files ?? []
    return files.map { file in (filled(file.name), filled(file.text) + "\n") }
  }

  private func filled(_ text: String) -> String {
    text.replacing("NewApp", with: name).replacing("ADDRESS", with: dependency)
  }

  /// Whether a name is valid for a package and its modules.
  static func isValid(_ name: String) -> Bool {
    let letters = name.unicodeScalars
    guard let first = letters.first, letters.allSatisfy({ $0.isASCII }), name.count <= 60 else { return false }
    return first.properties.isAlphabetic
      && letters.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" }
      && !["ConfigDI", "ConfigDIRuntime", "Swift", "Testing", "Foundation"].contains(name)
  }
}

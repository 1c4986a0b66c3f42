import CResources
import ConfigDI

/// The package that `new` writes, from `Resources/NewPackage.md`.
struct NewPackage {
  /// The name of the package and of its program, and the prefix of its modules' names.
  let name: String
  /// The dependency on ConfigDI: the arguments of `.package` in `Package.swift`.
  let dependency: String
  /// Whether the program is an HTTP server.
  var isServer = false

  /// The workflow and editor settings, for adding to a package that already has sources.
  static var surroundings: [(name: String, text: String)] {
    NewPackage(name: "", dependency: "").files.filter {
      [".github/workflows/wiring.yml", ".vscode/settings.json"].contains($0.name)
    }
  }

  var files: [(name: String, text: String)] {
    let files = Self.template("## Files")
    let all = isServer ? Self.template("## Server", changing: files) : files
    return all.map { file in (filled(file.name), filled(file.text) + "\n") }
  }

  /// The files in a section of the template.
  static func template(
    _ title: String, of page: UnsafePointer<UInt8> = configdi_new_package(),
    changing files: [(name: String, text: String)] = []
  ) -> [(name: String, text: String)] {
    let lines = String(cString: page).split(separator: "\n", omittingEmptySubsequences: false)
    let section = lines.drop { $0 != title }.dropFirst().prefix { !$0.hasPrefix("## ") }
    return RulePage.Example(section, changing: files)?.files ?? []
  }

  private func filled(_ text: String) -> String {
    text.replacing("NewApp", with: name).replacing("ADDRESS", with: dependency)
  }

  /// Whether a name is valid for a module.
  static func isValid(_ name: String) -> Bool {
    let letters = name.unicodeScalars
    guard let first = letters.first, letters.allSatisfy({ $0.isASCII }), name.count <= 60 else { return false }
    return first.properties.isAlphabetic
      && letters.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_" }
  }

  /// Whether a module of ConfigDI, Swift or Foundation has its name. SwiftPM reports the name of another package's module.
  var isTaken: Bool { Self.modules.contains(name) || name.lowercased().hasPrefix("configdi") }

  private static let modules: Set = [
    "CYAML", "Dispatch", "Foundation", "FoundationEssentials", "Swift", "Synchronization", "Testing", "XCTest",
  ]
}

/// The files that `init` writes: small, valid, and compiled by the tests.
struct Starter {
  /// The manifest's path as the Swift files write it, relative to the package's folder.
  let manifest: String
  /// The module that contains the assembly.
  var module = "App"
  /// The folders to write the files to. Each is empty or ends with a slash.
  var folders: (config: String, sources: String, tests: String) = ("", "", "")
  /// Whether the module also needs a main file.
  var needsMain = false

  var files: [(name: String, text: String)] {
    let places = ["app.yaml": folders.config, "WiringTests.swift": folders.tests]
    let written = NewPackage.template("## Init").filter { needsMain || $0.name != "main.swift" }
    return written.map { name, text in
      let path = (places[name] ?? folders.sources) + name
      let filled = text.replacing("\"config/app.yaml\"", with: SwiftWords.literal(manifest))
      return (path, filled.replacing("NewApp", with: module) + "\n")
    }
  }
}

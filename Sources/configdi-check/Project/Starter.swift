import ConfigDI

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

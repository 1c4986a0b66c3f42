import Foundation
import Testing

@testable import configdi_check

@Suite struct InitCommandTests {
  @Test("the written files are sound") func whatItWritesIsSound() throws {
    let folder = try Folder()
    let (code, output) = try folder.shell("$CHECK init new/config && $CHECK new/config --fail-on warning --quiet")
    #expect(code == 0, "\(output)")
    #expect(
      output.hasPrefix(
        "wrote new/config/app.yaml\nwrote new/config/AppAssembly.swift\nwrote new/config/WiringTests.swift\n"))
    #expect(try folder.text("new/config/WiringTests.swift").contains(".validate(\"new/config/app.yaml\""))
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try Folder(["WiringTests.swift": "mine"])
    let (code, output) = try folder.shell("$CHECK init")
    #expect(code == 2)
    #expect(output == "error: WiringTests.swift already exists; nothing was written\n")
    #expect(!FileManager.default.fileExists(atPath: folder.path("app.yaml")))
    #expect(try folder.shell("$CHECK init WiringTests.swift/sub").code == 2)
  }

  /// The compiler that builds the tests knows the library under test.
  @Test("the written Swift compiles") func itsSwiftCompiles() throws {
    let folder = try Folder()
    let products = Bundle.main.bundleURL.path(percentEncoded: false)
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/CYAML")
      .standardizedFileURL.path(percentEncoded: false)
    let path = try #require(ProcessInfo.processInfo.environment["PATH"])
    let (code, output) = try folder.shell(
      """
      export PATH='\(path)'
      $CHECK init && printf 'import ConfigDI\\nlet registry = FactoryRegistry(AppAssembly())\\n' >main.swift
      sed -e '/^import Testing/d; /^@testable/d; s/^@Test //' WiringTests.swift >Wiring.swift
      swiftc -typecheck -swift-version 6 -I '\(products)/Modules' -I '\(sources)' main.swift AppAssembly.swift Wiring.swift
      """)
    #expect(code == 0, "\(output)")
  }

  @Test("a package gets what it lacks, where it has its like") func aPackageIsCompleted() throws {
    let folder = try Folder([
      "Package.swift": "// swift-tools-version: 6.2\n", "Sources/Support/Support.swift": "",
      "Sources/Shop/Start.swift": "@main struct Start { static func main() {} }\n",
      ".vscode/settings.json": "{}\n",
    ])
    let (code, output) = try folder.shell("$CHECK init && $CHECK config --fail-on warning --quiet")
    #expect(code == 0, "\(output)")
    #expect(
      output.hasPrefix(
        """
        wrote config/app.yaml
        wrote Sources/Shop/AppAssembly.swift
        wrote Tests/ShopTests/WiringTests.swift
        wrote .github/workflows/wiring.yml
        kept .vscode/settings.json

        """))
    #expect(output.contains("swift package add-target-dependency ConfigDI Shop --package ConfigDI\n"))
    #expect(try folder.text("Tests/ShopTests/WiringTests.swift").contains("@testable import Shop\n"))
    #expect(try folder.text(".vscode/settings.json") == "{}\n")
    let again = try folder.shell("$CHECK init 2>&1")
    #expect(
      again.code == 0 && again.output.hasPrefix("kept ") && again.output.hasSuffix("\nnothing to add\n"), "\(again)")
  }

  @Test(
    "a package with a manifest gets no second one, and no second assembly",
    arguments: ["config/app.yaml", "Sources/Shop/wiring.yml"])
  func aWiredPackageGetsNoAssembly(manifest: String) throws {
    for package in ["", "shop/"] {
      let folder = try Folder([
        "\(package)Package.swift": "", "\(package)Sources/Shop/Shop.swift": "", package + manifest: "configdi: 1\n",
      ])
      let (code, output) = try folder.shell("$CHECK init \(package)")
      #expect(code == 0, "\(output)")
      #expect(
        output.hasPrefix(
          "wrote \(package).github/workflows/wiring.yml\nwrote \(package).vscode/settings.json\nkept \(package)\(manifest)\n"
        ))
    }
    let complete = try Folder()
    #expect(try complete.shell("$CHECK new Shop && cd Shop && $CHECK init").code == 0)
  }

  @Test(
    "a manifest of a test or of another package does not count",
    arguments: [
      ["Tests/ShopTests/app.yaml": "configdi: 1\n"],
      ["Tools/Package.swift": "", "Tools/config/app.yaml": "configdi: 1\n"], ["ci.yaml": "steps: [configdi-check]\n"],
    ])
  func otherManifests(files: [String: String]) throws {
    let package = ["Package.swift": "", "Sources/Shop/Shop.swift": ""]
    let folder = try Folder(package.merging(files) { $1 })
    let (code, output) = try folder.shell("$CHECK init")
    #expect(code == 0 && output.hasPrefix("wrote config/app.yaml\nwrote Sources/Shop/AppAssembly.swift\n"), "\(output)")
  }

  @Test("a program without a main file gets one") func aMainFileIsWritten() throws {
    let program =
      "let package = Package(name: \"P\", targets: [.target(name: \"Core\"), .executableTarget(name: \"Shop\")])\n"
    let folder = try Folder([
      "Package.swift": program, "Sources/Core/Core.swift": "", "Sources/Shop/Support.swift": "",
    ])
    #expect(try folder.shell("$CHECK init").code == 0)
    #expect(try folder.text("Sources/Shop/main.swift").contains("await Container.runProgram("))
  }

  @Test(
    "a program whose start is there is told to print its catalog",
    arguments: [
      ("Start.swift", "@main struct Start { static func main() {} }\n", true), ("main.swift", "print(1)\n", true),
      ("Shop.swift", "let x = 1 // @main soon\n", false),
    ])
  func printingTheCatalog(file: String, text: String, hasStart: Bool) throws {
    let folder = try Folder([
      "Package.swift": "let package = Package(targets: [.executableTarget(name: \"Shop\")])\n",
      "Sources/Shop/\(file)": text,
    ])
    let output = try folder.shell("$CHECK init 2>&1").output
    let step =
      "  # the program in Sources/Shop/\(file) must import ConfigDI and begin with: FactoryRegistry(AppAssembly()).printCatalogIfAsked()\n"
    #expect(output.contains(step) == hasStart, "\(output)")
    #expect(output.contains("wrote Sources/Shop/main.swift\n") != hasStart, "\(output)")
  }

  @Test("no step adds a dependency on ConfigDI that the package has") func dependenciesAreNotRepeated() throws {
    let product = ".product(name: \"ConfigDI\", package: \"ConfigDI\")"
    let targets = """
      targets: [.executableTarget(name: "Shop", dependencies: [\(product)]),
        .testTarget(name: "ShopTests", dependencies: ["Shop"])])

      """
    let remote = ".package(url: \"https://a.example/ConfigDI.git\", from: \"1.0.0\")"
    for dependencies in [".package(path: \"../ConfigDI\")", remote] {
      let folder = try Folder([
        "Package.swift": "let package = Package(dependencies: [\(dependencies)], \(targets)",
        "Sources/Shop/main.swift": "",
      ])
      let output = try folder.shell("$CHECK init 2>&1").output
      #expect(!output.contains("add-dependency") && !output.contains("ConfigDI Shop --package"), "\(output)")
      #expect(output.contains("swift package add-target-dependency ConfigDI ShopTests --package ConfigDI\n"))
    }
  }

  @Test("the steps name the platform that macOS needs") func platforms() throws {
    let folder = try Folder(["Package.swift": "", "Sources/Shop/Shop.swift": ""])
    let output = try folder.shell("$CHECK init 2>&1").output
    #expect(output.contains("  # on macOS, Package.swift needs platforms: [.macOS(\"15.0\")]\n"), "\(output)")
  }

  @Test("a library gets no main file", arguments: [".target(name: \"Shop\")", ""])
  func aLibraryGetsNoMainFile(target: String) throws {
    let folder = try Folder([
      "Package.swift": "let package = Package(name: \"Shop\", targets: [\(target)])\n", "Sources/Shop/Shop.swift": "",
    ])
    let (code, output) = try folder.shell("$CHECK init 2>&1")
    #expect(code == 0 && !output.contains("main.swift"), "\(output)")
    #expect(!output.contains("configdi-catalog"))
    #expect(
      output.contains(
        "platforms: [.macOS(\"15.0\")]\n  swift package add-target ShopTests --type test --dependencies Shop\n")
    )
  }

  @Test(
    "the files go into the declared target's folder",
    arguments: [
      (".executableTarget(name: \"Shop\")", "Sources/main.swift", "Sources/"),
      (".executableTarget(name: \"Shop\")", "src/Shop/main.swift", "src/Shop/"),
      (".executableTarget(name: \"Shop\", path: \"App\")", "App/Sub/main.swift", "App/"),
      (".target(name: \"C\"), .target(name: \"Shop\")", "Sources/Shop/Shop.swift", "Sources/Shop/"),
      (".macro(name: \"C\"), .executableTarget(name: \"Shop\")", "Sources/Shop/Shop.swift", "Sources/Shop/"),
    ])
  func whereTheTargetIs(targets: String, file: String, place: String) throws {
    let folder = try Folder([
      "Package.swift": "let package = Package(name: \"Shop\", targets: [\(targets)])\n", file: "", "Sources/C/c.c": "",
    ])
    let (code, output) = try folder.shell("$CHECK init 2>&1")
    #expect(code == 0, "\(output)")
    #expect(output.contains("wrote \(place)AppAssembly.swift\n"), "\(output)")
    #expect(output.contains("wrote \(place)main.swift\n") == (targets.contains("macro")), "\(output)")
    #expect(output.contains("wrote Tests/ShopTests/WiringTests.swift\n"), "\(output)")
  }

  @Test("a package without a target for Swift files is refused") func noTargetForSwift() throws {
    let folder = try Folder([
      "Package.swift": "let package = Package(name: \"Shop\", targets: [.target(name: \"C\")])\n", "Sources/C/c.c": "",
    ])
    let (code, output) = try folder.shell("$CHECK init 2>&1")
    #expect(code == 2 && output == "error: Package.swift has no target for Swift files\n", "\(output)")
  }

  @Test("a target's module may be spelled differently", arguments: [("my-shop", "my_shop"), ("2go shop", "_go_shop")])
  func namesOfModules(target: String, module: String) throws {
    let folder = try Folder([
      "Package.swift": "let package = Package(name: \"Shop\", targets: [.target(name: \"\(target)\")])\n",
      "Sources/\(target)/Shop.swift": "",
    ])
    let output = try folder.shell("$CHECK init 2>&1").output
    #expect(try folder.text("Tests/\(target)Tests/WiringTests.swift").contains("@testable import \(module)\n"))
    #expect(output.contains("ConfigDI \(target.contains(" ") ? "'\(target)'" : target) --package"), "\(output)")
  }

  @Test(
    "the test goes into the declared test target's folder",
    arguments: [
      (".testTarget(name: \"ShopTests\", path: \"Tests/Unit\")", "Tests/Unit/A.swift", "Tests/Unit/"),
      (".testTarget(name: \"ShopTests\", path: \"./Unit/\")", "Unit/A.swift", "Unit/"),
      (".testTarget(name: \"ShopTests\")", "Tests/A.swift", "Tests/"),
      (".testTarget(name: \"ShopTests\"), .testTarget(name: \"T\")", "Tests/T/A.swift", "Tests/ShopTests/"),
      (".testTarget(name: \"ShopTests\")", "Sources/Shop/A.swift", "Tests/ShopTests/"),
      (".testTarget(name: \"Unit\", path: \"Unit\")", "Unit/A.swift", "Tests/ShopTests/"),
    ])
  func whereTheTestsAre(targets: String, file: String, place: String) throws {
    let folder = try Folder([
      "Package.swift": "let package = Package(targets: [.target(name: \"Shop\"), \(targets)])\n",
      "Sources/Shop/Shop.swift": "", file: "",
    ])
    let (code, output) = try folder.shell("$CHECK init 2>&1")
    #expect(code == 0 && output.contains("wrote \(place)WiringTests.swift\n"), "\(output)")
  }

  @Test("a declared test target is not added again") func aTestTargetIsKept() throws {
    let targets = "[.target(name: \"Shop\"), .testTarget(name: \"ShopTests\")]"
    let folder = try Folder([
      "Package.swift": "let package = Package(targets: \(targets))\n", "Sources/Shop/Shop.swift": "",
    ])
    let output = try folder.shell("$CHECK init 2>&1").output
    #expect(output.contains("add-target-dependency ConfigDI ShopTests") && !output.contains("add-target ShopTests"))
  }
}

@Suite struct NewCommandTests {
  @Test func whatItWritesIsSound() throws {
    let folder = try Folder()
    let (code, output) = try folder.shell(
      "$CHECK new Shop --package https://example.org/ConfigDI.git && $CHECK Shop --require-catalog --fail-on note -q")
    #expect(code == 0, "\(output)")
    #expect(output.hasPrefix("wrote Shop/Package.swift\n"))
    #expect(output.contains("  cd Shop\n  swift run Shop "))
    let package = try folder.text("Shop/Package.swift")
    #expect(package.contains(#".package(url: "https://example.org/ConfigDI.git", from: "\#(Version.current)")"#))
    #expect(!package.contains("NewApp"))
  }

  @Test("a folder is named by its path from the package") func aFolderIsNamedByItsPathFromThePackage() throws {
    let folder = try Folder(["lib/ConfigDI/Package.swift": ""])
    #expect(try folder.shell("$CHECK new Shop --package lib/ConfigDI").code == 0)
    #expect(try folder.text("Shop/Package.swift").contains(#".package(name: "ConfigDI", path: "../lib/ConfigDI")"#))
  }

  @Test func nothingIsOverwritten() throws {
    let folder = try Folder(["Shop/notes.txt": "mine"])
    let (code, output) = try folder.shell("$CHECK new Shop")
    #expect(code == 2)
    #expect(output == "error: Shop already exists; nothing was written\n")
  }

  @Test(
    "a name that is not a module name is a usage error",
    arguments: ["my-shop", "2go", "a/b", "..", "ConfigDI", "configdi", "ConfigDITesting", "Größe"])
  func aNameThatIsNoModulesIsUsage(name: String) {
    #expect(Recorder.run("new", name).code == .usage)
  }

  @Test(
    "a name that a module of the package has is a usage error",
    arguments: ["ConfigDI", "Testing", "Synchronization"])
  func aTakenNameIsUsage(name: String) {
    let result = Recorder.run("new", name, "--server")
    #expect(result.code == .usage)
    #expect(result.error.contains("'\(name)' is the name of a module that the package uses"), "\(result.error)")
    #expect(!NewPackage(name: "Shop", dependency: "", isServer: true).isTaken)
  }
}

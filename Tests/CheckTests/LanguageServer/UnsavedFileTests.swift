import ConfigDI
import Foundation
import Testing

@testable import configdi_check

/// Files that are open and not saved, in place of those on disk.
@Suite struct UnsavedFileTests {
  private static let cart = """
    import ConfigDI
    r.register("cart", as: Cart.self)
    struct CartSettings: ServiceSettings {
      var maxItems: Int = 100
    }

    """
  private static let texts = [
    "app.yaml": "configdi: 1\nroots: [Cart]\nservices: { Cart: cart }\n",
    "configdi.catalog.json": """
    { "configdiCatalog": 1, "factories": [{ "name": "cart", "provides": "App.Cart", "file": "App/Cart.swift",
      "settings": { "type": "CartSettings", "fields": [{ "name": "maxItems", "type": "int" }] } }] }
    """,
    "Sources/App/Cart.swift": cart,
  ]
  private static let package = """
    // swift-tools-version: 6.2
    import PackageDescription
    let package = Package(name: "App", targets: [.executableTarget(name: "App")])

    """

  private static func session(inPackage: Bool) -> LanguageSession {
    let session = LanguageSession(texts.merging(inPackage ? ["Package.swift": package] : [:]) { $1 })
    for path in ["app.yaml", "Sources/App/Cart.swift"] { session.open(path, texts[path] ?? "") }
    return session
  }

  @Test("a default is added where the open Swift file has the type", arguments: [false, true])
  func editTheOpenText(inPackage: Bool) throws {
    let session = Self.session(inPackage: inPackage)
    let swift = "// a new line\nfunc f() {}\n" + Self.cart.replacing("= 100", with: "= 250")
    session.change("Sources/App/Cart.swift", [["text": .string(swift)]])
    let finding = try #require(session.diagnostics("app.yaml").first { $0["code"]?.string == "DI408" })
    let actions = try session.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(session.uri("app.yaml"))], "range": finding["range"] ?? .null,
        "context": ["diagnostics": []],
      ]
    ).elements
    let action = try #require(
      actions?.first { $0["title"]?.string == "give CartSettings the default \"maxItems\": 250" })
    let after = session.apply(try #require(action["edit"]), to: ["Sources/App/Cart.swift": swift])
    #expect(
      after["Sources/App/Cart.swift"]
        == swift.replacing(
          "Settings {\n", with: "Settings {\n  static let defaults: SettingDefaults = [\"maxItems\": 250]\n\n"))
  }

  @Test("definition leads to the line of the open Swift file") func findTheLineInTheOpenText() throws {
    let session = Self.session(inPackage: false)
    session.change("Sources/App/Cart.swift", [["text": .string("// 1\n// 2\n// 3\n" + Self.cart)]])
    let text = try #require(Self.texts["app.yaml"])
    let place = try session.ask("definition", "app.yaml", at: text.utf8.count - 5).elements?.first
    #expect(place?["range", "start", "line"]?.int == 4)
  }

  @Test("a registration that is renamed in the open Swift file is reported") func compareTheOpenText() {
    let session = Self.session(inPackage: false)
    #expect(session.diagnostics("configdi.catalog.json").isEmpty)
    session.change(
      "Sources/App/Cart.swift", [["text": .string(Self.cart.replacing("\"cart\"", with: "\"basket\""))]])
    #expect(session.diagnostics("configdi.catalog.json").first?["code"]?.string == "DI701")
  }

  @Test("a file in a folder that does not exist yet is found") func findTheFileWithoutItsFolder() {
    let app = "configdi: 1\nimports: [\"parts/*.yaml\"]\n"
    let session = LanguageSession(["app.yaml": app])
    #expect(session.diagnostics("app.yaml").first?["code"]?.string == "DI104")
    session.open("parts/p.yaml", "configdi: 1\nbad: 1\n")
    #expect(session.diagnostics("app.yaml").isEmpty)
    #expect(session.diagnostics("parts/p.yaml").first?["code"]?.string == "DI004")
    session.open("deep/er/other.yaml", "configdi: 1\nworse: 1\n")
    #expect(session.diagnostics("deep/er/other.yaml").first?["code"]?.string == "DI004")
  }

  @Test("an import of a file that is not saved is a link") func linkToTheUnsavedFile() throws {
    let app = "configdi: 1\nimports: [new.yaml, \"\"]\n"
    let session = LanguageSession(["app.yaml": app])
    session.open("app.yaml", app)
    session.open("new.yaml", "configdi: 1\nservices: {}\n")
    let place = try session.ask("definition", "app.yaml", at: 24).elements?.first
    #expect(place?["uri"]?.string == session.uri("new.yaml"))
    let document: JSON = ["textDocument": ["uri": .string(session.uri("app.yaml"))]]
    #expect(try session.request("textDocument/documentLink", document).elements?.count == 1)
    let items = try session.ask("completion", "app.yaml", at: app.utf8.count - 3)["items"]?.elements
    #expect(items?.contains { $0["label"]?.string == "new.yaml" } == true)
  }

  @Test("a manifest in a string of a Swift file is not a manifest") func leaveSwiftStringsAlone() throws {
    let swift = "let t = \"\"\"\nconfigdi: 1\nservices: {}\n\"\"\"\n"
    let session = LanguageSession(["app.yaml": "configdi: 1\n"])
    session.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(session.uri("a.swift")), "languageId": "swift", "version": 1, "text": .string(swift),
        ]
      ])
    session.settle()
    #expect(try session.ask("hover", "a.swift", at: 25).isNull)
  }

  @Test("a file that is open under two URIs keeps its text when one of them is closed")
  func keepTheOtherDocument() throws {
    let text = "configdi: 1\nservices: {}\n"
    let folder = try Folder(["app.yaml": text])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.yaml"), withDestinationPath: folder.path("app.yaml"))
    let session = LanguageSession(root: folder.path(), onDisk: true)
    session.open("app.yaml", text)
    session.change("app.yaml", [["text": "configdi: 1\nbad: 1\n"]])
    session.open("link.yaml", text)
    session.notify("textDocument/didClose", ["textDocument": ["uri": .string(session.uri("link.yaml"))]])
    session.settle()
    #expect(session.diagnostics("app.yaml").count == 1)
    let end: JSON = ["start": ["line": 2, "character": 0], "end": ["line": 2, "character": 0]]
    session.change("app.yaml", [["range": end, "text": "worse: 1\n"]])
    #expect(session.diagnostics("app.yaml").count == 2)
  }
}

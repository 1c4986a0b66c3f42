import ConfigDI
import TestSupport

@testable import configdi_check

/// A random repository: manifests in folders of their own, with a catalog each, and parts and overlays that several of
/// them read, with mistakes. What is a mistake for one manifest is often right for another.
struct FixProject {
  private(set) var texts: [String: String] = ["/.git/HEAD": "ref: refs/heads/main\n"]
  let manifests: [String]

  private static let leaves = ["alphaLeaf", "gammaLeaf", "sigmaLeaf", "deltaLeaf"]
  private static let own = ["ownGreen", "ownYellow", "ownViolet"]

  init(seed: UInt64) {
    var random = Seeded(seed)
    let parts = 1 + random.number(below: 3)
    let overlays = random.number(below: 2)
    manifests = (0...1 + random.number(below: 2)).map { "m\($0)/app.yaml" }
    for part in 0..<parts { texts["/shared/p\(part).yaml"] = Self.part(part, &random) }
    for overlay in 0..<overlays { texts["/shared/o\(overlay).yaml"] = Self.overlay(&random) }
    for (number, path) in manifests.enumerated() {
      let rights = (Self.leaves + Self.own).filter { _ in random.number(below: 3) == 0 }.map(Self.misspelt)
      texts["/" + path] = Self.manifest(parts, overlays, rights, &random)
      texts["/m\(number)/configdi.catalog.json"] = Self.catalog(parts, rights)
    }
  }

  var files: InMemoryFiles { InMemoryFiles(texts) }

  private static func misspelt(_ word: String) -> String {
    word.replacing("ll", with: "l").replacing("mm", with: "m")
      .replacing("gma", with: "ga").replacing("lta", with: "ta").replacing("pha", with: "ha").replacing("ee", with: "e")
      .replacing("iol", with: "ol")
  }

  private static func part(_ number: Int, _ random: inout Seeded) -> String {
    var text = "configdi: 1\nservices:\n"
    var anchor = 0
    for index in 0...2 + random.number(below: 2) {
      let key = "  p\(number)s\(index): "
      let leaf = leaves[random.number(below: leaves.count)]
      let name = random.number(below: 2) == 0 ? leaf : misspelt(leaf)
      switch random.number(below: 7) {
      case 0, 1: text += key + name + "\n"
      case 2: text += key + "{ factory: \(name), scoep: transient }\n"
      case 3, 4:
        let need = own[random.number(below: own.count)]
        text +=
          key + "{ factory: holder, dependencies: { next: \(random.number(below: 2) == 0 ? need : misspelt(need)) } }\n"
      case 5:
        anchor += 1
        text += key + "{ factory: texts, settings: { s: &a\(anchor) \(name) } }\n  p\(number)t\(index): *a\(anchor)\n"
      default:
        anchor += 1
        text += key + "&a\(anchor) { factory: \(name), scoep: weak }\n  p\(number)t\(index): *a\(anchor)\n"
      }
    }
    return text
  }

  private static func overlay(_ random: inout Seeded) -> String {
    let name = own[random.number(below: own.count)]
    return
      "configdi: 1\nkind: overlay\nservices:\n  \(random.number(below: 2) == 0 ? name : misspelt(name)): { scope: weak }\n"
  }

  private static func manifest(_ parts: Int, _ overlays: Int, _ rights: [String], _ random: inout Seeded) -> String {
    let imports = (0..<parts).filter { _ in random.number(below: 4) > 0 }.map { "../shared/p\($0).yaml" }
    var text = "configdi: 1\nroot: ..\nimports: [\(imports.joined(separator: ", "))]\n"
    if overlays > 0, random.number(below: 3) > 0 {
      text += "stages: { dev: { overlays: [../shared/o0.yaml] }, prod: {} }\n"
    }
    text += "services:\n"
    for name in own + rights.filter({ $0.hasPrefix("own") }) where random.number(below: 8) > 0 {
      text += "  \(name): alphaLeaf\n"
    }
    return text + "  last: deltaLeaf\n"
  }

  private static func catalog(_ parts: Int, _ rights: [String]) -> String {
    let keys =
      own + own.map(misspelt) + ["last"]
      + (0..<parts).flatMap { part in (0..<5).flatMap { ["p\(part)s\($0)", "p\(part)t\($0)"] } }
    let factories =
      (leaves + rights.filter { $0.hasSuffix("Leaf") }).map { factory($0) } + [
        factory("holder", #""dependencies": [{ "key": "App.Leaf", "kind": "instance", "label": "next" }],"#),
        factory(
          "texts",
          #""settings": { "type": "S", "fields": [{ "name": "s", "type": "string", "optional": true }], "opaque": false },"#
        ),
      ]
    return #"{ "configdiCatalog": 1, "keys": ["#
      + keys.sorted().map { #"{ "name": "\#($0)", "type": "App.Leaf" }"# }.joined(separator: ", ")
      + #"], "factories": ["# + factories.sorted().joined(separator: ", ") + "] }"
  }

  private static func factory(_ name: String, _ more: String = "") -> String {
    #"{ "name": "\#(name)", "role": "service", "provides": "App.Leaf", \#(more) "isolation": "none", "async": false, "shareable": true, "reference": true, "deprecated": null, "file": "App/Registry.swift" }"#
  }
}

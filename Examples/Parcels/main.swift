import ConfigDI
import Foundation

let registry = FactoryRegistry(PartsAssembly())
registry.printCatalogIfAsked()

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count <= 2, !arguments.contains(where: { $0.hasPrefix("-") }) else {
  fail("usage: Parcels [MANIFEST [STAGE]]", code: 64)
}

let manifest = arguments.first ?? "Examples/config/app.yaml"
let stage = arguments.count > 1 ? arguments[1] : nil
do {
  try await Program.main(manifest: manifest, stage: stage, registry: registry, journal: PrintedJournal())
} catch {
  fail("\(error)", code: 1)
}

func fail(_ text: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data((text + "\n").utf8))
  exit(code)
}

import ConfigDI
import Foundation

let registry = FactoryRegistry(PartsAssembly())
registry.printCatalogIfAsked()

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count <= 2, !arguments.contains(where: { $0.hasPrefix("-") }) else {
  FileHandle.standardError.write(Data("usage: Parcels [MANIFEST [STAGE]]\n".utf8))
  exit(64)
}

let manifest = arguments.first ?? "Examples/config/app.yaml"
let stage = arguments.count > 1 ? arguments[1] : nil
let journal = PrintedJournal()
await Container.runProgram(
  try Container(
    manifest: .path(manifest), stage: stage, registry: registry,
    provided: [.init(journal, as: (any Journal).self)])
) { container in
  try await Program(container: container, journal: journal).run()
}

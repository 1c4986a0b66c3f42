import ConfigDI

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

let arguments = Array(CommandLine.arguments.dropFirst())

if arguments == ["catalog"] {
  print(FactoryRegistry(PartsAssembly()).catalog.json, terminator: "")
  exit(0)
}

guard arguments.count <= 2, !arguments.contains(where: { $0.hasPrefix("-") }) else {
  fputs("usage: Parcels [MANIFEST [STAGE]] | Parcels catalog\n", stderr)
  exit(64)
}

let manifest = arguments.first ?? "Examples/config/app.yaml"
let stage = arguments.count > 1 ? arguments[1] : nil
do {
  try await Program.main(manifest: .path(manifest), stage: stage, journal: PrintedJournal())
} catch {
  fputs("\(error)\n", stderr)
  exit(1)
}

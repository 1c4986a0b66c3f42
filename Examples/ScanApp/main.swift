// An app with an SDK, wired by a compiled manifest. It reads no YAML and does not link libyaml.
import ConfigDIRuntime

let registry = FactoryRegistry(ScanAssembly(), AppAssembly())
registry.printCatalogIfAsked()
do {
  let container = try Container(
    manifest: .compiled(Manifests.app), registry: registry,
    options: ManifestOptions(parameters: ["scan.token": "of this device"]))
  for line in try container.resolve(ScanScreen.self).scanner.scan() { print(line) }
} catch {
  print(error)
}

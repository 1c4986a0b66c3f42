import ConfigDI
import Shared

let container = try Container(manifest: "app.yaml", registry: FactoryRegistry(NewsletterAssembly()))
try container.resolve(Newsletter.self).publish("Spring")

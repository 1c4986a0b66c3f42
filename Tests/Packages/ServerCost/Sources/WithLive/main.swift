import ConfigDI
import ConfigDIServiceLifecycle
import Shop
import Wiring

let live = try LiveContainer(manifest: .yaml(shopManifest), registry: FactoryRegistry(ShopAssembly()))
let service = ContainerService(live)
try await shop([service], beforeServerStarts: service.ready) { context in
  try await live.withCurrent { container in
    try await container.withScope("request", providing: [Provided(Caller(id: context.id), as: Caller.self)]) { scope in
      try scope.resolve((any Orders).self).list()
    }
  }
}

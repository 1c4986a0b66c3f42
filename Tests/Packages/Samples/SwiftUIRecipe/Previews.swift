import ConfigDI
import SwiftUI

/// The factories that only previews use.
struct PreviewAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerMainActor("fullCart", as: CartModel.self) { CartModel(greeting: "Three parcels.") }
  }
}

/// One container for all previews of the process, made when the first one asks.
@MainActor enum PreviewModels {
  private static let container = Result { try makeContainer() }

  nonisolated static func makeContainer() throws -> Container {
    try Container(
      manifest: .yaml(wiring), registry: FactoryRegistry(ShopAssembly(), PreviewAssembly()),
      overlay: .yaml(sampleData))
  }

  /// The model, made before SwiftUI draws the view that holds it.
  static func of<Model>(_ type: Model.Type = Model.self) -> Result<Model, any Error> {
    Result { try container.get().main.resolve(type) }
  }
}

struct CartPreviews: PreviewProvider {
  static var previews: some View { CartView(model: PreviewModels.of()) }
}

let sampleData = """
  configdi: 1
  kind: overlay
  services:
    CartModel: fullCart
  """

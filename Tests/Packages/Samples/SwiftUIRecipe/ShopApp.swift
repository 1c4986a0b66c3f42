import ConfigDI
import SwiftUI

@MainActor final class CartModel {
  let greeting: String

  init(greeting: String = "Your cart is empty.") { self.greeting = greeting }
}

struct ShopAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerMainActor("cart", as: CartModel.self) { CartModel() }
  }
}

struct ShopApp: App {
  init() {
    // Throws only if a default container is already in use. The app then keeps that container.
    try? Container.setDefault {
      try Container(manifest: .yaml(wiring), registry: FactoryRegistry(ShopAssembly()))
    }
  }

  var body: some Scene {
    WindowGroup { CartView(model: Result { try Container.current.main.resolve(CartModel.self) }) }
  }
}

/// The view is given its model; it never asks a container.
struct CartView: View {
  let model: Result<CartModel, any Error>

  var body: some View {
    switch model {
    case .success(let model): Text(model.greeting)
    case .failure(let error): Text("\(error)")
    }
  }
}

let wiring = """
  configdi: 1
  roots: [CartModel]
  services:
    CartModel: cart
  """

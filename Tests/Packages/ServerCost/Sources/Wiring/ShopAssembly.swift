public import ConfigDI
import Shop

public struct ShopAssembly: Assembly {
  struct PoolSettings: ServiceSettings { var size: Int }
  struct OrderSettings: ServiceSettings { var greeting: String }

  public init() {}

  public func assemble(_ registry: inout FactoryRegistry) {
    registry.register("pool", as: Pool.self) { (settings: PoolSettings) in Pool(size: settings.size) }
    registry.register("basket", as: Basket.self, Basket.init)
    registry.register("orders", as: (any Orders).self) {
      (pool: Pool, basket: Basket, caller: Caller, settings: OrderSettings) in
      PooledOrders(pool: pool, basket: basket, caller: caller, greeting: settings.greeting)
    }
  }
}

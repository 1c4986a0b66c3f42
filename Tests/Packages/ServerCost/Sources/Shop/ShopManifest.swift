/// The wiring of what `ByHand` makes with initializers.
public let shopManifest = """
  configdi: 1
  scopes: { request: {} }
  roots: [{ key: Orders, scope: request }]
  services:
    Pool: { factory: pool, settings: { size: 4 } }
    Caller: { provided: true, scope: request }
    Basket: { factory: basket, scope: request }
    Orders: { factory: orders, scope: request, settings: { greeting: Hello } }
  """

import Shop

let pool = Pool(size: 4)
try await shop { context in
  let basket = Basket()
  let orders: any Orders = PooledOrders(
    pool: pool, basket: basket, caller: Caller(id: context.id), greeting: "Hello")
  return orders.list()
}

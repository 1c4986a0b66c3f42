import ConfigDI
import ConfigDIRuntime

/// Names that a random manifest may use; what each needs is read from the catalog.
enum AgreementRegistry {
  static let spareWheel = Key<any Wheel>("spare.wheel")
  static let title = Key<String>("title")
  static let tank = Key<Tank>("Tank")

  static let registry: FactoryRegistry = {
    var registry = FactoryRegistry()
    registry.declare(spareWheel)
    registry.declare(title)
    registerParts(&registry)
    registerBodies(&registry)
    registerMain(&registry)
    registerRest(&registry)
    registerMakers(&registry)
    return registry
  }()

  private static func registerParts(_ registry: inout FactoryRegistry) {
    registry.register("wheel", as: (any Wheel).self) { Assembled() }
    registry.register("sizedWheel", as: (any Wheel).self) { (_: Sizes) in Assembled() }
    registry.register("titledWheel", as: (any Wheel).self, labels: ["title"]) { (_: String) in Assembled() }
    registry.register("gearedWheel", as: (any Wheel).self) { (_: any Wheel) in Assembled() }
    registry.registerInstance("readyWheel", as: (any Wheel).self, Assembled())
    registry.registerMainActor("mainWheel", as: (any Wheel).self) { Assembled() }
    registry.register("title", as: String.self) { "a title" }
    registry.register("engine", as: (any Engine).self) { (_: any Wheel) in Assembled() }
    registry.register("twinEngine", as: (any Engine).self, labels: ["left", "right"]) { (_: any Wheel, _: any Wheel) in
      Assembled()
    }
    registry.register("tunedEngine", as: (any Engine).self) { (_: Tuning, _: any Wheel) in Assembled() }
    registry.registerAsync("slowEngine", as: (any Engine).self) { (_: any Wheel) async in
      await Task.yield()
      return Assembled()
    }
    registry.registerAsync("deepEngine", as: (any Engine).self, labels: ["inner", "prices"]) {
      (_: any Wheel, seat: Lazy<any Seat>, _: Prices) in Assembled([Later(seat)])
    }
    registry.registerAsync("slowWheel", as: (any Wheel).self) {
      await Task.yield()
      return Assembled()
    }
    registry.register("boundRadio", as: (any Radio).self) { (_: any Horn) in Assembled() }
    registry.register("crate", as: Crate.self) { Crate() }
    registry.register("toyCrate", as: Toy.Crate.self) { (_: Crate) in Toy.Crate() }
    registry.register("bareEngine", as: (any Engine).self) { Assembled() }
    registry.register("bareBody", as: (any Body).self) { Assembled() }
    registry.register("bareTrip", as: (any Trip).self) { Assembled() }
    registry.register("barePilot", as: (any Pilot).self) { Assembled() }
    registry.register("bareGarage", as: (any Garage).self) { Assembled() }
    registry.register("seat", as: (any Seat).self) { Assembled() }
    registry.register("lateSeat", as: (any Seat).self) { (body: Provider<any Body>) in Assembled([Later(body)]) }
    registry.register("tankSeat", as: (any Seat).self) { (_: Tank) in Assembled() }
    registry.registerUnshared("tank", as: Tank.self) { (_: any Wheel) in Tank() }
    registry.registerUnshared("plainTank", as: Tank.self) { Tank() }
    registry.register("lamp", as: (any Lamp).self) { Assembled() }
    registry.register("wheelLamp", as: (any Lamp).self) { (_: any Wheel, horn: Lazy<any Horn>) in
      Assembled([Later(horn)])
    }
    registry.register("tripLamp", as: (any Lamp).self) { (trip: Provider<any Trip>) in Assembled([Later(trip)]) }
  }

  private static func registerBodies(_ registry: inout FactoryRegistry) {
    registry.register("horn", as: (any Horn).self) { (_: any Radio) in Assembled() }
    registry.register("lazyHorn", as: (any Horn).self, labels: ["radio"]) { (radio: Lazy<any Radio>) in
      Assembled([Later(radio)])
    }
    registry.register("loudHorn", as: (any Horn).self) { Assembled() }
    registry.register("radio", as: (any Radio).self) { Assembled() }
    registry.register("hornRadio", as: (any Radio).self) { (horn: Lazy<any Horn>, _: (any Seat)?) in
      Assembled([Later(horn)])
    }
    registry.register("tripRadio", as: (any Radio).self) { (trip: ScopedProvider<any Trip>) in
      Assembled([Later(trip)])
    }
    registry.register("body", as: (any Body).self) { (_: any Engine, _: any Seat) in Assembled() }
    registry.register("lazyBody", as: (any Body).self) { (engine: Lazy<any Engine>, seat: Provider<any Seat>) in
      Assembled([Later(engine), Later(seat)])
    }
    registry.register("litBody", as: (any Body).self, labels: ["radio", "lamps", "wheel"]) {
      (_: (any Radio)?, _: [any Lamp], _: any Wheel) in Assembled()
    }
    registry.register("asyncBody", as: (any Body).self) {
      (engine: AsyncLazy<any Engine>, seat: AsyncProvider<any Seat>) in
      Assembled([Later(engine), Later(seat)])
    }
    registry.register("asyncRadio", as: (any Radio).self) { (trip: AsyncScopedProvider<any Trip>) in
      Assembled([Later(trip)])
    }
    registry.registerAsync("slowTicket", as: (any Ticket).self) {
      await Task.yield()
      return Assembled()
    }
    registry.registerAsync("slowTrip", as: (any Trip).self) { (_: any Engine, ticket: AsyncLazy<any Ticket>) in
      await Task.yield()
      return Assembled([Later(ticket)])
    }
    registry.register("ticket", as: (any Ticket).self) { (_: Prices) in Assembled() }
    registry.register("freeTicket", as: (any Ticket).self, reference: true) { Assembled() }
    registry.register("trip", as: (any Trip).self) { (_: any Engine, _: any Ticket) in Assembled() }
    registry.register("shortTrip", as: (any Trip).self) { (ticket: Lazy<any Ticket>, body: (any Body)?) in
      Assembled([Later(ticket)])
    }
    registry.register("roundTrip", as: (any Trip).self, labels: ["back", "ticket"]) {
      (back: ScopedProvider<any Trip>, _: any Ticket) in Assembled([Later(back)])
    }
  }

  private static func registerMain(_ registry: inout FactoryRegistry) {
    registry.registerMainActor("dash", as: Dash.self) { Dash() }
    registry.registerMainActor("fullDash", as: Dash.self) {
      (_: any Engine, next: MainProvider<Dash>, lamps: [any Lamp]) in Dash([Later(next)])
    }
    registry.registerMainActor("wheelDash", as: Dash.self) { (_: any Wheel, pilot: Lazy<any Pilot>) in
      Dash([Later(pilot)])
    }
    registry.register("pilot", as: (any Pilot).self) { (dash: MainLazy<Dash>) in Assembled([Later(dash)]) }
    registry.register("busyPilot", as: (any Pilot).self) { (dash: MainProvider<Dash>, _: any Seat) in
      Assembled([Later(dash)])
    }
    registry.register("latePilot", as: (any Pilot).self) { (wheel: MainLazy<any Wheel>, trip: MainProvider<any Trip>) in
      Assembled([Later(wheel), Later(trip)])
    }
    registry.registerMainActor("mainPilot", as: (any Pilot).self) { (_: Dash) in Assembled() }
    registry.register("wrongPilot", as: (any Pilot).self) { (_: Dash) in Assembled() }
    registry.register("lazyPilot", as: (any Pilot).self) { (dash: Lazy<Dash>) in Assembled([Later(dash)]) }
    registry.registerMainActor("askingPilot", as: (any Pilot).self) { (dash: Provider<Dash>) in
      Assembled([Later(dash)])
    }
    registry.register("callingPilot", as: (any Pilot).self) { (dash: ScopedProvider<Dash>) in
      Assembled([Later(dash)])
    }
  }

  private static func registerRest(_ registry: inout FactoryRegistry) {
    registry.register("garage", as: (any Garage).self) {
      (_: [any Lamp], body: Provider<any Body>, _: (any Engine)?) in Assembled([Later(body)])
    }
    registry.register("tankGarage", as: (any Garage).self) { (_: Tank, _: any Wheel, pilot: Lazy<any Pilot>) in
      Assembled([Later(pilot)])
    }
    registry.register("fleet", as: Fleet<Int>.self) { (_: any Body) in Fleet() }
    registry.register("oldFleet", as: Fleet<Int>.self, deprecated: "use fleet") { (_: Sizes) in Fleet() }
    registry.registerDecorator("shiny", of: (any Wheel).self) { inner in inner }
    registry.registerDecorator("sized", of: (any Wheel).self) { (inner, _: Sizes) in inner }
    registry.registerDecorator("belled", of: (any Wheel).self) { (inner, _: any Lamp) in inner }
    registry.registerDecorator("loud", of: (any Engine).self) { (inner, horn: Lazy<any Horn>) in
      Assembled(inner.later + [Later(horn)])
    }
    registry.registerDecorator("seated", of: (any Engine).self, labels: ["seat"]) { (inner, _: any Seat) in inner }
    registry.registerAsyncDecorator("tested", of: (any Engine).self) { (inner, _: any Seat) in
      await Task.yield()
      return inner
    }
    registry.registerAsyncDecorator("proven", of: (any Trip).self) { inner in
      await Task.yield()
      return inner
    }
    registry.registerDecorator("framed", of: Dash.self) { inner in inner }
    registry.registerDecorator("dimmed", of: Dash.self) { (inner, _: Sizes) in inner }
    registry.registerDecorator("guarded", of: (any Trip).self) { (inner, _: any Ticket) in inner }
    registry.registerDecorator("insured", of: (any Trip).self) { inner in inner }
    registry.registerInitializer("log") { Starting() }
    registry.registerInitializer("warm") { (_: any Engine, _: Sizes) in Starting() }
    registry.registerInitializer("offer") { (trip: Provider<any Trip>) in Starting([Later(trip)]) }
  }
}

extension AgreementRegistry {
  private static func registerMakers(_ registry: inout FactoryRegistry) {
    registry.register("cabin", as: (any Cabin).self) { (_: any Wheel, number: Argument<Int>) in
      Assembled(given: "\(number.value)")
    }
    registry.register("namedCabin", as: (any Cabin).self) { (name: Argument<String>, lamp: Lazy<any Lamp>) in
      Assembled([Later(lamp)], given: name.value)
    }
    registry.register("ticketCabin", as: (any Cabin).self) { (_: any Ticket, _: Sizes, number: Argument<Int>) in
      Assembled(given: "\(number.value)")
    }
    registry.register("innerCabin", as: (any Cabin).self) { (next: Maker<Int, any Cabin>, number: Argument<Int>) in
      Assembled([Later(next)], given: "\(number.value)")
    }
    registry.registerMainActor("mainCabin", as: (any Cabin).self) { (number: Argument<Int>, _: any Wheel) in
      Assembled(given: "\(number.value)")
    }
    registry.registerAsync("slowCabin", as: (any Cabin).self) { (_: any Wheel, number: Argument<Int>) in
      await Task.yield()
      return Assembled(given: "\(number.value)")
    }
    registry.register("bareCabin", as: (any Cabin).self) { Assembled() }
    registry.register("hotel", as: (any Garage).self) { (cabins: Maker<Int, any Cabin>) in Assembled([Later(cabins)]) }
    registry.register("namedHotel", as: (any Garage).self, labels: ["cabins", "lamps"]) {
      (cabins: Maker<String, any Cabin>, _: [any Lamp]) in Assembled([Later(cabins)])
    }
    registry.register("lateHotel", as: (any Garage).self) { (cabins: MainMaker<Int, any Cabin>) in
      Assembled([Later(cabins)])
    }
    registry.register("waitingHotel", as: (any Garage).self) { (cabins: AsyncMaker<Int, any Cabin>) in
      Assembled([Later(cabins)])
    }
    registry.register("askingHotel", as: (any Garage).self) { (cabin: Provider<any Cabin>) in Assembled([Later(cabin)])
    }
    registry.register("plainHotel", as: (any Garage).self) { (_: any Cabin) in Assembled() }
    registry.registerDecorator("numbered", of: (any Cabin).self) { (inner, number: Argument<Int>) in
      Assembled(inner.later, given: "\(number.value)")
    }
    registry.registerAsyncDecorator("inspected", of: (any Cabin).self) { (inner, number: Argument<Int>) in
      await Task.yield()
      return Assembled(inner.later, given: "\(number.value)")
    }
    registry.registerDecorator("swept", of: (any Cabin).self) { inner in inner }
  }

  /// What a host would hand in: by the key's type, as far as this program has one.
  static func provided(_ key: ServiceKey) -> Provided? {
    let instance = Assembled()
    let variant = key.variant.map { String($0) }
    return switch key.text.split(separator: "/").first.map(String.init) {
    case "Wheel": Provided(instance, as: (any Wheel).self, named: variant)
    case "Engine": Provided(instance, as: (any Engine).self, named: variant)
    case "Seat": Provided(instance, as: (any Seat).self, named: variant)
    case "Radio": Provided(instance, as: (any Radio).self, named: variant)
    case "Horn": Provided(instance, as: (any Horn).self, named: variant)
    case "Lamp": Provided(instance, as: (any Lamp).self, named: variant)
    case "Body": Provided(instance, as: (any Body).self, named: variant)
    case "Ticket": Provided(instance, as: (any Ticket).self, named: variant)
    case "Trip": Provided(instance, as: (any Trip).self, named: variant)
    case "Garage": Provided(instance, as: (any Garage).self, named: variant)
    case "Cabin": Provided(instance, as: (any Cabin).self, named: variant)
    case "Pilot": Provided(instance, as: (any Pilot).self, named: variant)
    case "spare.wheel" where variant == nil: Provided(instance, for: spareWheel)
    case "Fleet<Int>": Provided(Fleet<Int>(), as: Fleet<Int>.self, named: variant)
    case "title" where variant == nil: Provided("a title", for: title)
    default: nil
    }
  }
}

import ConfigDI

/// The factories of random manifests, by their names: each takes its settings first.
enum Make {
  static func wheel() -> any Wheel { Assembled("wheel") }
  static func sizedWheel(_ settings: Sizes) -> any Wheel { Assembled("sizedWheel", [settings]) }
  static func titledWheel(_ a: String) -> any Wheel { Assembled("titledWheel", [a]) }
  static func gearedWheel(_ a: any Wheel) -> any Wheel { Assembled("gearedWheel", [a]) }
  /// The one instance that is registered ready-made.
  static let ready: any Wheel = Assembled("readyWheel")
  static func readyWheel() -> any Wheel { ready }
  @MainActor static func mainWheel() -> any Wheel { Assembled("mainWheel") }
  static func title() -> String { "a title" }
  static func engine(_ a: any Wheel) -> any Engine { Assembled("engine", [a]) }
  static func twinEngine(_ a: any Wheel, _ b: any Wheel) -> any Engine { Assembled("twinEngine", [a, b]) }
  static func tunedEngine(_ settings: Tuning, _ a: any Wheel) -> any Engine {
    Assembled("tunedEngine", [settings, a])
  }
  static func slowEngine(_ a: any Wheel) async -> any Engine {
    await Task.yield()
    return Assembled("slowEngine", [a])
  }
  static func deepEngine(_ settings: Prices, _ a: any Wheel, _ seat: Lazy<any Seat>) async -> any Engine {
    Assembled("deepEngine", [settings, a], later: [Later(seat)])
  }
  static func slowWheel() async -> any Wheel {
    await Task.yield()
    return Assembled("slowWheel")
  }
  static func asyncBody(_ engine: AsyncLazy<any Engine>, _ seat: AsyncProvider<any Seat>) -> any Body {
    Assembled("asyncBody", later: [Later(engine), Later(seat)])
  }
  static func asyncRadio(_ trip: AsyncScopedProvider<any Trip>) -> any Radio {
    Assembled("asyncRadio", later: [Later(trip)])
  }
  static func slowTicket() async -> any Ticket {
    await Task.yield()
    return Assembled("slowTicket")
  }
  static func slowTrip(_ a: any Engine, _ ticket: AsyncLazy<any Ticket>) async -> any Trip {
    await Task.yield()
    return Assembled("slowTrip", [a], later: [Later(ticket)])
  }
  static func boundRadio(_ a: any Horn) -> any Radio { Assembled("boundRadio", [a]) }
  static func crate() -> Crate { Crate() }
  static func toyCrate(_ a: Crate) -> Toy.Crate { Toy.Crate() }
  static func bareEngine() -> any Engine { Assembled("bareEngine") }
  static func bareBody() -> any Body { Assembled("bareBody") }
  static func bareTrip() -> any Trip { Assembled("bareTrip") }
  static func barePilot() -> any Pilot { Assembled("barePilot") }
  static func bareGarage() -> any Garage { Assembled("bareGarage") }
  static func seat() -> any Seat { Assembled("seat") }
  static func lateSeat(_ body: Provider<any Body>) -> any Seat { Assembled("lateSeat", later: [Later(body)]) }
  static func tankSeat(_ a: Tank) -> any Seat { Assembled("tankSeat", [a]) }
  static func tank(_ a: any Wheel) -> Tank { Tank("tank", [a]) }
  static func plainTank() -> Tank { Tank("plainTank") }
  static func lamp() -> any Lamp { Assembled("lamp") }
  static func wheelLamp(_ a: any Wheel, _ horn: Lazy<any Horn>) -> any Lamp {
    Assembled("wheelLamp", [a], later: [Later(horn)])
  }
  static func tripLamp(_ trip: Provider<any Trip>) -> any Lamp { Assembled("tripLamp", later: [Later(trip)]) }
  static func horn(_ a: any Radio) -> any Horn { Assembled("horn", [a]) }
  static func lazyHorn(_ radio: Lazy<any Radio>) -> any Horn { Assembled("lazyHorn", later: [Later(radio)]) }
  static func loudHorn() -> any Horn { Assembled("loudHorn") }
  static func radio() -> any Radio { Assembled("radio") }
  static func hornRadio(_ horn: Lazy<any Horn>, _ a: (any Seat)?) -> any Radio {
    Assembled("hornRadio", [a], later: [Later(horn)])
  }
  static func tripRadio(_ trip: ScopedProvider<any Trip>) -> any Radio {
    Assembled("tripRadio", later: [Later(trip)])
  }
  static func body(_ a: any Engine, _ b: any Seat) -> any Body { Assembled("body", [a, b]) }
  static func lazyBody(_ engine: Lazy<any Engine>, _ seat: Provider<any Seat>) -> any Body {
    Assembled("lazyBody", later: [Later(engine), Later(seat)])
  }
  static func litBody(_ a: (any Radio)?, _ b: [any Lamp], _ c: any Wheel) -> any Body {
    Assembled("litBody", [a, b, c])
  }
  static func ticket(_ settings: Prices) -> any Ticket { Assembled("ticket", [settings]) }
  static func freeTicket() -> any Ticket { Assembled("freeTicket") }
  static func trip(_ a: any Engine, _ b: any Ticket) -> any Trip { Assembled("trip", [a, b]) }
  static func shortTrip(_ ticket: Lazy<any Ticket>, _ body: (any Body)?) -> any Trip {
    Assembled("shortTrip", [body], later: [Later(ticket)])
  }
  static func roundTrip(_ back: ScopedProvider<any Trip>, _ a: any Ticket) -> any Trip {
    Assembled("roundTrip", [a], later: [Later(back)])
  }
  @MainActor static func dash() -> Dash { Dash("dash") }
  @MainActor static func fullDash(_ a: any Engine, _ next: MainProvider<Dash>, _ lamps: [any Lamp]) -> Dash {
    Dash("fullDash", [a, lamps], later: [Later(next)])
  }
  @MainActor static func wheelDash(_ a: any Wheel, _ pilot: Lazy<any Pilot>) -> Dash {
    Dash("wheelDash", [a], later: [Later(pilot)])
  }
  static func pilot(_ dash: MainLazy<Dash>) -> any Pilot { Assembled("pilot", later: [Later(dash)]) }
  static func busyPilot(_ dash: MainProvider<Dash>, _ a: any Seat) -> any Pilot {
    Assembled("busyPilot", [a], later: [Later(dash)])
  }
  static func latePilot(_ wheel: MainLazy<any Wheel>, _ trip: MainProvider<any Trip>) -> any Pilot {
    Assembled("latePilot", later: [Later(wheel), Later(trip)])
  }
  @MainActor static func mainPilot(_ a: Dash) -> any Pilot { Assembled("mainPilot", [a]) }
  static func wrongPilot(_ a: Dash) -> any Pilot { Assembled("wrongPilot", [a]) }
  static func lazyPilot(_ dash: Lazy<Dash>) -> any Pilot { Assembled("lazyPilot", later: [Later(dash)]) }
  @MainActor static func askingPilot(_ dash: Provider<Dash>) -> any Pilot {
    Assembled("askingPilot", later: [Later(dash)])
  }
  static func callingPilot(_ dash: ScopedProvider<Dash>) -> any Pilot {
    Assembled("callingPilot", later: [Later(dash)])
  }
  static func garage(_ a: [any Lamp], _ body: Provider<any Body>, _ b: (any Engine)?) -> any Garage {
    Assembled("garage", [a, b], later: [Later(body)])
  }
  static func tankGarage(_ a: Tank, _ b: any Wheel, _ pilot: Lazy<any Pilot>) -> any Garage {
    Assembled("tankGarage", [a, b], later: [Later(pilot)])
  }
  static func fleet(_ a: any Body) -> Fleet<Int> { Fleet() }
  static func oldFleet(_ settings: Sizes) -> Fleet<Int> { Fleet() }
  static func shiny(_ inner: any Wheel) -> any Wheel { Assembled("shiny", [inner], later: inner.later) }
  static func sized(_ inner: any Wheel, _ settings: Sizes) -> any Wheel {
    Assembled("sized", [inner, settings], later: inner.later)
  }
  static func belled(_ inner: any Wheel, _ a: any Lamp) -> any Wheel {
    Assembled("belled", [inner, a], later: inner.later)
  }
  static func loud(_ inner: any Engine, _ horn: Lazy<any Horn>) -> any Engine {
    Assembled("loud", [inner], later: inner.later + [Later(horn)])
  }
  static func seated(_ inner: any Engine, _ a: any Seat) -> any Engine {
    Assembled("seated", [inner, a], later: inner.later)
  }
  static func tested(_ inner: any Engine, _ a: any Seat) async -> any Engine {
    await Task.yield()
    return Assembled("tested", [inner, a], later: inner.later)
  }
  static func proven(_ inner: any Trip) async -> any Trip {
    await Task.yield()
    return Assembled("proven", [inner], later: inner.later)
  }
  static func framed(_ inner: Dash) -> Dash { Dash("framed", [inner], later: inner.later) }
  static func dimmed(_ inner: Dash, _ settings: Sizes) -> Dash {
    Dash("dimmed", [inner, settings], later: inner.later)
  }
  static func guarded(_ inner: any Trip, _ a: any Ticket) -> any Trip {
    Assembled("guarded", [inner, a], later: inner.later)
  }
  static func insured(_ inner: any Trip) -> any Trip { Assembled("insured", [inner], later: inner.later) }
  static func cabin(_ a: any Wheel, _ number: Argument<Int>) -> any Cabin {
    Assembled("cabin", [a], given: "\(number.value)")
  }
  static func namedCabin(_ name: Argument<String>, _ lamp: Lazy<any Lamp>) -> any Cabin {
    Assembled("namedCabin", later: [Later(lamp)], given: name.value)
  }
  static func ticketCabin(_ a: any Ticket, _ settings: Sizes, _ number: Argument<Int>) -> any Cabin {
    Assembled("ticketCabin", [settings, a], given: "\(number.value)")
  }
  static func innerCabin(_ next: Maker<Int, any Cabin>, _ number: Argument<Int>) -> any Cabin {
    Assembled("innerCabin", later: [Later(next)], given: "\(number.value)")
  }
  @MainActor static func mainCabin(_ number: Argument<Int>, _ a: any Wheel) -> any Cabin {
    Assembled("mainCabin", [a], given: "\(number.value)")
  }
  static func slowCabin(_ a: any Wheel, _ number: Argument<Int>) async -> any Cabin {
    await Task.yield()
    return Assembled("slowCabin", [a], given: "\(number.value)")
  }
  static func bareCabin() -> any Cabin { Assembled("bareCabin") }
  static func hotel(_ cabins: Maker<Int, any Cabin>) -> any Garage { Assembled("hotel", later: [Later(cabins)]) }
  static func namedHotel(_ cabins: Maker<String, any Cabin>, _ a: [any Lamp]) -> any Garage {
    Assembled("namedHotel", [a], later: [Later(cabins)])
  }
  static func lateHotel(_ cabins: MainMaker<Int, any Cabin>) -> any Garage {
    Assembled("lateHotel", later: [Later(cabins)])
  }
  static func waitingHotel(_ cabins: AsyncMaker<Int, any Cabin>) -> any Garage {
    Assembled("waitingHotel", later: [Later(cabins)])
  }
  static func askingHotel(_ cabin: Provider<any Cabin>) -> any Garage {
    Assembled("askingHotel", later: [Later(cabin)])
  }
  static func plainHotel(_ a: any Cabin) -> any Garage { Assembled("plainHotel", [a]) }
  static func numbered(_ inner: any Cabin, _ number: Argument<Int>) -> any Cabin {
    Assembled("numbered", [inner], later: inner.later, given: "\(number.value)")
  }
  static func inspected(_ inner: any Cabin, _ number: Argument<Int>) async -> any Cabin {
    await Task.yield()
    return Assembled("inspected", [inner], later: inner.later, given: "\(number.value)")
  }
  static func swept(_ inner: any Cabin) -> any Cabin {
    Assembled("swept", [inner], later: inner.later, given: inner.given)
  }
  static func log() -> Starting { Starting("log") }
  static func warm(_ settings: Sizes, _ a: any Engine) -> Starting { Starting("warm", [settings, a]) }
  static func offer(_ trip: Provider<any Trip>) -> Starting { Starting("offer", later: [Later(trip)]) }
}

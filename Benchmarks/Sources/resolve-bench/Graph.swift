import ConfigDI

// Fifteen objects, ten deep: a chain of ten, five of which need one more. Three times, since what the compiler learns of a
// type where it is used by hand would otherwise change how it is made elsewhere. The protocols are public, as they
// would be between modules; a protocol with one known conformance is compiled away.

public protocol HandPart10: Sendable { var id: Int { get } }

public final class HandThing10: HandPart10 {
  public let id: Int
  init() {
    id = 10
  }
}

public protocol HandPart11: Sendable { var id: Int { get } }

public final class HandThing11: HandPart11 {
  public let id: Int
  init() {
    id = 11
  }
}

public protocol HandPart12: Sendable { var id: Int { get } }

public final class HandThing12: HandPart12 {
  public let id: Int
  init() {
    id = 12
  }
}

public protocol HandPart13: Sendable { var id: Int { get } }

public final class HandThing13: HandPart13 {
  public let id: Int
  init() {
    id = 13
  }
}

public protocol HandPart14: Sendable { var id: Int { get } }

public final class HandThing14: HandPart14 {
  public let id: Int
  init() {
    id = 14
  }
}

public protocol HandPart0: Sendable { var id: Int { get } }

public final class HandThing0: HandPart0 {
  public let id: Int
  init() {
    id = 0
  }
}

public protocol HandPart1: Sendable { var id: Int { get } }

public final class HandThing1: HandPart1 {
  public let id: Int
  let d0: any HandPart0
  init(_ d0: any HandPart0) {
    id = 1
    self.d0 = d0
  }
}

public protocol HandPart2: Sendable { var id: Int { get } }

public final class HandThing2: HandPart2 {
  public let id: Int
  let d1: any HandPart1
  init(_ d1: any HandPart1) {
    id = 2
    self.d1 = d1
  }
}

public protocol HandPart3: Sendable { var id: Int { get } }

public final class HandThing3: HandPart3 {
  public let id: Int
  let d2: any HandPart2
  init(_ d2: any HandPart2) {
    id = 3
    self.d2 = d2
  }
}

public protocol HandPart4: Sendable { var id: Int { get } }

public final class HandThing4: HandPart4 {
  public let id: Int
  let d3: any HandPart3
  init(_ d3: any HandPart3) {
    id = 4
    self.d3 = d3
  }
}

public protocol HandPart5: Sendable { var id: Int { get } }

public final class HandThing5: HandPart5 {
  public let id: Int
  let d4: any HandPart4
  let d10: any HandPart10
  init(_ d4: any HandPart4, _ d10: any HandPart10) {
    id = 5
    self.d4 = d4
    self.d10 = d10
  }
}

public protocol HandPart6: Sendable { var id: Int { get } }

public final class HandThing6: HandPart6 {
  public let id: Int
  let d5: any HandPart5
  let d11: any HandPart11
  init(_ d5: any HandPart5, _ d11: any HandPart11) {
    id = 6
    self.d5 = d5
    self.d11 = d11
  }
}

public protocol HandPart7: Sendable { var id: Int { get } }

public final class HandThing7: HandPart7 {
  public let id: Int
  let d6: any HandPart6
  let d12: any HandPart12
  init(_ d6: any HandPart6, _ d12: any HandPart12) {
    id = 7
    self.d6 = d6
    self.d12 = d12
  }
}

public protocol HandPart8: Sendable { var id: Int { get } }

public final class HandThing8: HandPart8 {
  public let id: Int
  let d7: any HandPart7
  let d13: any HandPart13
  init(_ d7: any HandPart7, _ d13: any HandPart13) {
    id = 8
    self.d7 = d7
    self.d13 = d13
  }
}

public protocol HandPart9: Sendable { var id: Int { get } }

public final class HandThing9: HandPart9 {
  public let id: Int
  let d8: any HandPart8
  let d14: any HandPart14
  init(_ d8: any HandPart8, _ d14: any HandPart14) {
    id = 9
    self.d8 = d8
    self.d14 = d14
  }
}

public protocol InitPart10: Sendable { var id: Int { get } }

public final class InitThing10: InitPart10 {
  public let id: Int
  init() {
    id = 10
  }
}

public protocol InitPart11: Sendable { var id: Int { get } }

public final class InitThing11: InitPart11 {
  public let id: Int
  init() {
    id = 11
  }
}

public protocol InitPart12: Sendable { var id: Int { get } }

public final class InitThing12: InitPart12 {
  public let id: Int
  init() {
    id = 12
  }
}

public protocol InitPart13: Sendable { var id: Int { get } }

public final class InitThing13: InitPart13 {
  public let id: Int
  init() {
    id = 13
  }
}

public protocol InitPart14: Sendable { var id: Int { get } }

public final class InitThing14: InitPart14 {
  public let id: Int
  init() {
    id = 14
  }
}

public protocol InitPart0: Sendable { var id: Int { get } }

public final class InitThing0: InitPart0 {
  public let id: Int
  init() {
    id = 0
  }
}

public protocol InitPart1: Sendable { var id: Int { get } }

public final class InitThing1: InitPart1 {
  public let id: Int
  let d0: any InitPart0
  init(_ d0: any InitPart0) {
    id = 1
    self.d0 = d0
  }
}

public protocol InitPart2: Sendable { var id: Int { get } }

public final class InitThing2: InitPart2 {
  public let id: Int
  let d1: any InitPart1
  init(_ d1: any InitPart1) {
    id = 2
    self.d1 = d1
  }
}

public protocol InitPart3: Sendable { var id: Int { get } }

public final class InitThing3: InitPart3 {
  public let id: Int
  let d2: any InitPart2
  init(_ d2: any InitPart2) {
    id = 3
    self.d2 = d2
  }
}

public protocol InitPart4: Sendable { var id: Int { get } }

public final class InitThing4: InitPart4 {
  public let id: Int
  let d3: any InitPart3
  init(_ d3: any InitPart3) {
    id = 4
    self.d3 = d3
  }
}

public protocol InitPart5: Sendable { var id: Int { get } }

public final class InitThing5: InitPart5 {
  public let id: Int
  let d4: any InitPart4
  let d10: any InitPart10
  init(_ d4: any InitPart4, _ d10: any InitPart10) {
    id = 5
    self.d4 = d4
    self.d10 = d10
  }
}

public protocol InitPart6: Sendable { var id: Int { get } }

public final class InitThing6: InitPart6 {
  public let id: Int
  let d5: any InitPart5
  let d11: any InitPart11
  init(_ d5: any InitPart5, _ d11: any InitPart11) {
    id = 6
    self.d5 = d5
    self.d11 = d11
  }
}

public protocol InitPart7: Sendable { var id: Int { get } }

public final class InitThing7: InitPart7 {
  public let id: Int
  let d6: any InitPart6
  let d12: any InitPart12
  init(_ d6: any InitPart6, _ d12: any InitPart12) {
    id = 7
    self.d6 = d6
    self.d12 = d12
  }
}

public protocol InitPart8: Sendable { var id: Int { get } }

public final class InitThing8: InitPart8 {
  public let id: Int
  let d7: any InitPart7
  let d13: any InitPart13
  init(_ d7: any InitPart7, _ d13: any InitPart13) {
    id = 8
    self.d7 = d7
    self.d13 = d13
  }
}

public protocol InitPart9: Sendable { var id: Int { get } }

public final class InitThing9: InitPart9 {
  public let id: Int
  let d8: any InitPart8
  let d14: any InitPart14
  init(_ d8: any InitPart8, _ d14: any InitPart14) {
    id = 9
    self.d8 = d8
    self.d14 = d14
  }
}

public protocol OwnedPart10: Sendable { var id: Int { get } }

public final class OwnedThing10: OwnedPart10 {
  public let id: Int
  init() {
    id = 10
  }
}

public protocol OwnedPart11: Sendable { var id: Int { get } }

public final class OwnedThing11: OwnedPart11 {
  public let id: Int
  init() {
    id = 11
  }
}

public protocol OwnedPart12: Sendable { var id: Int { get } }

public final class OwnedThing12: OwnedPart12 {
  public let id: Int
  init() {
    id = 12
  }
}

public protocol OwnedPart13: Sendable { var id: Int { get } }

public final class OwnedThing13: OwnedPart13 {
  public let id: Int
  init() {
    id = 13
  }
}

public protocol OwnedPart14: Sendable { var id: Int { get } }

public final class OwnedThing14: OwnedPart14 {
  public let id: Int
  init() {
    id = 14
  }
}

public protocol OwnedPart0: Sendable { var id: Int { get } }

public final class OwnedThing0: OwnedPart0 {
  public let id: Int
  init() {
    id = 0
  }
}

public protocol OwnedPart1: Sendable { var id: Int { get } }

public final class OwnedThing1: OwnedPart1 {
  public let id: Int
  let d0: any OwnedPart0
  init(_ d0: any OwnedPart0) {
    id = 1
    self.d0 = d0
  }
}

public protocol OwnedPart2: Sendable { var id: Int { get } }

public final class OwnedThing2: OwnedPart2 {
  public let id: Int
  let d1: any OwnedPart1
  init(_ d1: any OwnedPart1) {
    id = 2
    self.d1 = d1
  }
}

public protocol OwnedPart3: Sendable { var id: Int { get } }

public final class OwnedThing3: OwnedPart3 {
  public let id: Int
  let d2: any OwnedPart2
  init(_ d2: any OwnedPart2) {
    id = 3
    self.d2 = d2
  }
}

public protocol OwnedPart4: Sendable { var id: Int { get } }

public final class OwnedThing4: OwnedPart4 {
  public let id: Int
  let d3: any OwnedPart3
  init(_ d3: any OwnedPart3) {
    id = 4
    self.d3 = d3
  }
}

public protocol OwnedPart5: Sendable { var id: Int { get } }

public final class OwnedThing5: OwnedPart5 {
  public let id: Int
  let d4: any OwnedPart4
  let d10: any OwnedPart10
  init(_ d4: any OwnedPart4, _ d10: any OwnedPart10) {
    id = 5
    self.d4 = d4
    self.d10 = d10
  }
}

public protocol OwnedPart6: Sendable { var id: Int { get } }

public final class OwnedThing6: OwnedPart6 {
  public let id: Int
  let d5: any OwnedPart5
  let d11: any OwnedPart11
  init(_ d5: any OwnedPart5, _ d11: any OwnedPart11) {
    id = 6
    self.d5 = d5
    self.d11 = d11
  }
}

public protocol OwnedPart7: Sendable { var id: Int { get } }

public final class OwnedThing7: OwnedPart7 {
  public let id: Int
  let d6: any OwnedPart6
  let d12: any OwnedPart12
  init(_ d6: any OwnedPart6, _ d12: any OwnedPart12) {
    id = 7
    self.d6 = d6
    self.d12 = d12
  }
}

public protocol OwnedPart8: Sendable { var id: Int { get } }

public final class OwnedThing8: OwnedPart8 {
  public let id: Int
  let d7: any OwnedPart7
  let d13: any OwnedPart13
  init(_ d7: any OwnedPart7, _ d13: any OwnedPart13) {
    id = 8
    self.d7 = d7
    self.d13 = d13
  }
}

public protocol OwnedPart9: Sendable { var id: Int { get } }

public final class OwnedThing9: OwnedPart9 {
  public let id: Int
  let d8: any OwnedPart8
  let d14: any OwnedPart14
  init(_ d8: any OwnedPart8, _ d14: any OwnedPart14) {
    id = 9
    self.d8 = d8
    self.d14 = d14
  }
}

@inline(never) func graphByHand() -> any HandPart9 {
  HandThing9(
    HandThing8(
      HandThing7(
        HandThing6(
          HandThing5(HandThing4(HandThing3(HandThing2(HandThing1(HandThing0())))), HandThing10()), HandThing11()),
        HandThing12()), HandThing13()), HandThing14())
}

func registerGraphs(_ registry: inout FactoryRegistry) -> String {
  registry.register("init10", as: (any InitPart10).self, InitThing10.init)
  registry.register("init11", as: (any InitPart11).self, InitThing11.init)
  registry.register("init12", as: (any InitPart12).self, InitThing12.init)
  registry.register("init13", as: (any InitPart13).self, InitThing13.init)
  registry.register("init14", as: (any InitPart14).self, InitThing14.init)
  registry.register("init0", as: (any InitPart0).self, InitThing0.init)
  registry.register("init1", as: (any InitPart1).self, InitThing1.init)
  registry.register("init2", as: (any InitPart2).self, InitThing2.init)
  registry.register("init3", as: (any InitPart3).self, InitThing3.init)
  registry.register("init4", as: (any InitPart4).self, InitThing4.init)
  registry.register("init5", as: (any InitPart5).self, InitThing5.init)
  registry.register("init6", as: (any InitPart6).self, InitThing6.init)
  registry.register("init7", as: (any InitPart7).self, InitThing7.init)
  registry.register("init8", as: (any InitPart8).self, InitThing8.init)
  registry.register("init9", as: (any InitPart9).self, InitThing9.init)
  registry.register("owned10", as: (any OwnedPart10).self) { OwnedThing10() }
  registry.register("owned11", as: (any OwnedPart11).self) { OwnedThing11() }
  registry.register("owned12", as: (any OwnedPart12).self) { OwnedThing12() }
  registry.register("owned13", as: (any OwnedPart13).self) { OwnedThing13() }
  registry.register("owned14", as: (any OwnedPart14).self) { OwnedThing14() }
  registry.register("owned0", as: (any OwnedPart0).self) { OwnedThing0() }
  registry.register("owned1", as: (any OwnedPart1).self) { OwnedThing1(consume $0) }
  registry.register("owned2", as: (any OwnedPart2).self) { OwnedThing2(consume $0) }
  registry.register("owned3", as: (any OwnedPart3).self) { OwnedThing3(consume $0) }
  registry.register("owned4", as: (any OwnedPart4).self) { OwnedThing4(consume $0) }
  registry.register("owned5", as: (any OwnedPart5).self) { OwnedThing5(consume $0, consume $1) }
  registry.register("owned6", as: (any OwnedPart6).self) { OwnedThing6(consume $0, consume $1) }
  registry.register("owned7", as: (any OwnedPart7).self) { OwnedThing7(consume $0, consume $1) }
  registry.register("owned8", as: (any OwnedPart8).self) { OwnedThing8(consume $0, consume $1) }
  registry.register("owned9", as: (any OwnedPart9).self) { OwnedThing9(consume $0, consume $1) }
  return (0..<15).map { index in
    """
      InitPart\(index): { factory: init\(index), scope: transient }
      OwnedPart\(index): { factory: owned\(index), scope: transient }

    """
  }.joined()
}

// The fifteen objects of `Graph.swift`, made by hand.

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

@inline(never) func graphByHand() -> any HandPart9 {
  HandThing9(
    HandThing8(
      HandThing7(
        HandThing6(
          HandThing5(HandThing4(HandThing3(HandThing2(HandThing1(HandThing0())))), HandThing10()), HandThing11()),
        HandThing12()), HandThing13()), HandThing14())
}

// The fifteen objects of `Graph.swift`, for closures that give their parameters on.

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

// The fifteen objects of `Graph.swift`, for initializers that are registered as they are.

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

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Services to depend on, and one type for each number of dependencies, which keeps what it was given.
protocol Numbered: Sendable { var number: Int { get } }

final class D0: Numbered { let number = 0 }
final class D1: Numbered { let number = 1 }
final class D2: Numbered { let number = 2 }
final class D3: Numbered { let number = 3 }
final class D4: Numbered { let number = 4 }
final class D5: Numbered { let number = 5 }
final class D6: Numbered { let number = 6 }
final class D7: Numbered { let number = 7 }
final class D8: Numbered { let number = 8 }
final class D9: Numbered { let number = 9 }
final class D10: Numbered { let number = 10 }
final class D11: Numbered { let number = 11 }

/// What was made, and of what.
protocol Made: Sendable { var numbers: [Int] { get } }

final class Made0: Made {
  let numbers: [Int]
  init() { numbers = [] }
  static func build() -> Made0 { Made0() }
}

final class Made1: Made {
  let numbers: [Int]
  init(_ d0: D0) { numbers = [d0.number] }
  static func build(_ d0: D0) -> Made1 { Made1(d0) }
}

final class Made2: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1) { numbers = [d0.number, d1.number] }
  static func build(_ d0: D0, _ d1: D1) -> Made2 { Made2(d0, d1) }
}

final class Made3: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2) { numbers = [d0.number, d1.number, d2.number] }
  static func build(_ d0: D0, _ d1: D1, _ d2: D2) -> Made3 { Made3(d0, d1, d2) }
}

final class Made4: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3) { numbers = [d0.number, d1.number, d2.number, d3.number] }
  static func build(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3) -> Made4 { Made4(d0, d1, d2, d3) }
}

final class Made5: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4) {
    numbers = [d0.number, d1.number, d2.number, d3.number, d4.number]
  }
  static func build(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4) -> Made5 { Made5(d0, d1, d2, d3, d4) }
}

final class Made6: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5) {
    numbers = [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number]
  }
  static func build(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5) -> Made6 {
    Made6(d0, d1, d2, d3, d4, d5)
  }
}

final class Made7: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6) {
    numbers = [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number]
  }
  static func build(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6) -> Made7 {
    Made7(d0, d1, d2, d3, d4, d5, d6)
  }
}

final class Made8: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7) {
    numbers = [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number]
  }
  static func build(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7) -> Made8 {
    Made8(d0, d1, d2, d3, d4, d5, d6, d7)
  }
}

final class Made9: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8) {
    numbers = [d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number, d8.number]
  }
  static func build(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8) -> Made9 {
    Made9(d0, d1, d2, d3, d4, d5, d6, d7, d8)
  }
}

final class Made10: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9) {
    numbers = [
      d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number, d8.number, d9.number,
    ]
  }
  static func build(
    _ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9
  ) -> Made10 { Made10(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9) }
}

final class Made11: Made {
  let numbers: [Int]
  init(_ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9, _ d10: D10) {
    numbers = [
      d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number, d8.number, d9.number,
      d10.number,
    ]
  }
  static func build(
    _ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9, _ d10: D10
  ) -> Made11 { Made11(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10) }
}

final class Made12: Made {
  let numbers: [Int]
  init(
    _ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9, _ d10: D10,
    _ d11: D11
  ) {
    numbers = [
      d0.number, d1.number, d2.number, d3.number, d4.number, d5.number, d6.number, d7.number, d8.number, d9.number,
      d10.number, d11.number,
    ]
  }
  static func build(
    _ d0: D0, _ d1: D1, _ d2: D2, _ d3: D3, _ d4: D4, _ d5: D5, _ d6: D6, _ d7: D7, _ d8: D8, _ d9: D9, _ d10: D10,
    _ d11: D11
  ) -> Made12 { Made12(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11) }
}

enum Numbers {
  static func register(in registry: inout FactoryRegistry) {
    registry.register("d0", as: D0.self) { D0() }
    registry.register("d1", as: D1.self) { D1() }
    registry.register("d2", as: D2.self) { D2() }
    registry.register("d3", as: D3.self) { D3() }
    registry.register("d4", as: D4.self) { D4() }
    registry.register("d5", as: D5.self) { D5() }
    registry.register("d6", as: D6.self) { D6() }
    registry.register("d7", as: D7.self) { D7() }
    registry.register("d8", as: D8.self) { D8() }
    registry.register("d9", as: D9.self) { D9() }
    registry.register("d10", as: D10.self) { D10() }
    registry.register("d11", as: D11.self) { D11() }
  }
}

import ConfigDI

public protocol G0: Sendable { var id: Int { get } }
public protocol LG0: Sendable { var id: Int { get } }
public final class I0: G0 { public let id: Int;  init() { id = 0;  } }
public final class LI0: LG0 { public let id: Int;  init() { id = 0;  } }
public protocol G1: Sendable { var id: Int { get } }
public protocol LG1: Sendable { var id: Int { get } }
public final class I1: G1 { public let id: Int; let d0: any G0; init(_ d0: any G0) { id = 1; self.d0 = d0; } }
public final class LI1: LG1 { public let id: Int; let d0: any LG0; init(_ d0: any LG0) { id = 1; self.d0 = d0; } }
public protocol G2: Sendable { var id: Int { get } }
public protocol LG2: Sendable { var id: Int { get } }
public final class I2: G2 { public let id: Int; let d1: any G1; init(_ d1: any G1) { id = 2; self.d1 = d1; } }
public final class LI2: LG2 { public let id: Int; let d1: any LG1; init(_ d1: any LG1) { id = 2; self.d1 = d1; } }
public protocol G3: Sendable { var id: Int { get } }
public protocol LG3: Sendable { var id: Int { get } }
public final class I3: G3 { public let id: Int; let d2: any G2; init(_ d2: any G2) { id = 3; self.d2 = d2; } }
public final class LI3: LG3 { public let id: Int; let d2: any LG2; init(_ d2: any LG2) { id = 3; self.d2 = d2; } }
public protocol G4: Sendable { var id: Int { get } }
public protocol LG4: Sendable { var id: Int { get } }
public final class I4: G4 { public let id: Int; let d3: any G3; init(_ d3: any G3) { id = 4; self.d3 = d3; } }
public final class LI4: LG4 { public let id: Int; let d3: any LG3; init(_ d3: any LG3) { id = 4; self.d3 = d3; } }
public protocol G5: Sendable { var id: Int { get } }
public protocol LG5: Sendable { var id: Int { get } }
public final class I5: G5 { public let id: Int; let d4: any G4; let d10: any G10; init(_ d4: any G4, _ d10: any G10) { id = 5; self.d4 = d4; self.d10 = d10; } }
public final class LI5: LG5 { public let id: Int; let d4: any LG4; let d10: any LG10; init(_ d4: any LG4, _ d10: any LG10) { id = 5; self.d4 = d4; self.d10 = d10; } }
public protocol G6: Sendable { var id: Int { get } }
public protocol LG6: Sendable { var id: Int { get } }
public final class I6: G6 { public let id: Int; let d5: any G5; let d11: any G11; init(_ d5: any G5, _ d11: any G11) { id = 6; self.d5 = d5; self.d11 = d11; } }
public final class LI6: LG6 { public let id: Int; let d5: any LG5; let d11: any LG11; init(_ d5: any LG5, _ d11: any LG11) { id = 6; self.d5 = d5; self.d11 = d11; } }
public protocol G7: Sendable { var id: Int { get } }
public protocol LG7: Sendable { var id: Int { get } }
public final class I7: G7 { public let id: Int; let d6: any G6; let d12: any G12; init(_ d6: any G6, _ d12: any G12) { id = 7; self.d6 = d6; self.d12 = d12; } }
public final class LI7: LG7 { public let id: Int; let d6: any LG6; let d12: any LG12; init(_ d6: any LG6, _ d12: any LG12) { id = 7; self.d6 = d6; self.d12 = d12; } }
public protocol G8: Sendable { var id: Int { get } }
public protocol LG8: Sendable { var id: Int { get } }
public final class I8: G8 { public let id: Int; let d7: any G7; let d13: any G13; init(_ d7: any G7, _ d13: any G13) { id = 8; self.d7 = d7; self.d13 = d13; } }
public final class LI8: LG8 { public let id: Int; let d7: any LG7; let d13: any LG13; init(_ d7: any LG7, _ d13: any LG13) { id = 8; self.d7 = d7; self.d13 = d13; } }
public protocol G9: Sendable { var id: Int { get } }
public protocol LG9: Sendable { var id: Int { get } }
public final class I9: G9 { public let id: Int; let d8: any G8; let d14: any G14; init(_ d8: any G8, _ d14: any G14) { id = 9; self.d8 = d8; self.d14 = d14; } }
public final class LI9: LG9 { public let id: Int; let d8: any LG8; let d14: any LG14; init(_ d8: any LG8, _ d14: any LG14) { id = 9; self.d8 = d8; self.d14 = d14; } }
public protocol G10: Sendable { var id: Int { get } }
public protocol LG10: Sendable { var id: Int { get } }
public final class I10: G10 { public let id: Int;  init() { id = 10;  } }
public final class LI10: LG10 { public let id: Int;  init() { id = 10;  } }
public protocol G11: Sendable { var id: Int { get } }
public protocol LG11: Sendable { var id: Int { get } }
public final class I11: G11 { public let id: Int;  init() { id = 11;  } }
public final class LI11: LG11 { public let id: Int;  init() { id = 11;  } }
public protocol G12: Sendable { var id: Int { get } }
public protocol LG12: Sendable { var id: Int { get } }
public final class I12: G12 { public let id: Int;  init() { id = 12;  } }
public final class LI12: LG12 { public let id: Int;  init() { id = 12;  } }
public protocol G13: Sendable { var id: Int { get } }
public protocol LG13: Sendable { var id: Int { get } }
public final class I13: G13 { public let id: Int;  init() { id = 13;  } }
public final class LI13: LG13 { public let id: Int;  init() { id = 13;  } }
public protocol G14: Sendable { var id: Int { get } }
public protocol LG14: Sendable { var id: Int { get } }
public final class I14: G14 { public let id: Int;  init() { id = 14;  } }
public final class LI14: LG14 { public let id: Int;  init() { id = 14;  } }
@inline(never) func useG(_ s: any G9) {}
@inline(never) func useLG(_ s: any LG9) {}
@inline(never) func makeGraph() -> any LG9 { LI9(LI8(LI7(LI6(LI5(LI4(LI3(LI2(LI1(LI0())))), LI10()), LI11()), LI12()), LI13()), LI14()) }
@inline(never) func limitGraph(_ n: Int) { for _ in 0..<n { useLG(makeGraph()) } }
@inline(never) func graph(_ c: Container, _ n: Int) throws { for _ in 0..<n { useG(try c.resolve((any G9).self)) } }
func registerGraph(_ r: inout FactoryRegistry) -> [(String, String, String, [Int])] {
  r.register("g10", as: (any G10).self, I10.init)
  r.register("g11", as: (any G11).self, I11.init)
  r.register("g12", as: (any G12).self, I12.init)
  r.register("g13", as: (any G13).self, I13.init)
  r.register("g14", as: (any G14).self, I14.init)
  r.register("g0", as: (any G0).self, I0.init)
  r.register("g1", as: (any G1).self, I1.init)
  r.register("g2", as: (any G2).self, I2.init)
  r.register("g3", as: (any G3).self, I3.init)
  r.register("g4", as: (any G4).self, I4.init)
  r.register("g5", as: (any G5).self, I5.init)
  r.register("g6", as: (any G6).self, I6.init)
  r.register("g7", as: (any G7).self, I7.init)
  r.register("g8", as: (any G8).self, I8.init)
  r.register("g9", as: (any G9).self, I9.init)
  return [
    ("G10", "g10", "transient", []),
    ("G11", "g11", "transient", []),
    ("G12", "g12", "transient", []),
    ("G13", "g13", "transient", []),
    ("G14", "g14", "transient", []),
    ("G0", "g0", "transient", []),
    ("G1", "g1", "transient", [7]),
    ("G2", "g2", "transient", [8]),
    ("G3", "g3", "transient", [9]),
    ("G4", "g4", "transient", [10]),
    ("G5", "g5", "transient", [11, 2]),
    ("G6", "g6", "transient", [12, 3]),
    ("G7", "g7", "transient", [13, 4]),
    ("G8", "g8", "transient", [14, 5]),
    ("G9", "g9", "transient", [15, 6]),
  ]
}

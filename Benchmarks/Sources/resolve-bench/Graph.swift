import ConfigDI

// Fifteen objects, ten deep: a chain of ten, five of which need one more. Three times, since what the compiler learns of a
// type where it is used by hand would otherwise change how it is made elsewhere. The protocols are public, as they
// would be between modules; a protocol with one known conformance is compiled away.

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

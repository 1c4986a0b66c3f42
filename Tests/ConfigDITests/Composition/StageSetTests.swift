import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Sets of stages, also of more than one word.
@Suite struct StageSetTests {
  @Test("a set of one stage contains that stage", arguments: [0, 63, 64, 127, 128, 200])
  func aSetOfOneStageHasJustThat(stage: Int) {
    let set = StageSet(stage: stage)
    #expect(!set.isEmpty)
    #expect(set.first == stage)
    #expect(set.members == [stage])
    #expect(!set.isSubset(of: StageSet()))
    #expect(StageSet().isSubset(of: set))
    #expect(set.subtracting(set).isEmpty)
    #expect(set.intersection(StageSet(stage: stage + 1)).isEmpty)
  }

  @Test("the set of all stages contains each of them", arguments: [0, 1, 63, 64, 65, 128, 200])
  func allStages(count: Int) {
    #expect(StageSet(all: count).members == Array(0..<count))
  }
}

import TestSupport
import Testing

@testable import ConfigDI

@Suite struct ScopeTreeTests {
  /// The scopes around one and itself, by walking up.
  private func around(_ scope: Int, _ parents: [Int?]) -> Set<Int> {
    var found: Set<Int> = []
    var next: Int? = scope
    while let scope = next, found.insert(scope).inserted { next = parents[scope] }
    return found
  }

  @Test("the tree agrees with walking up the parents") func agreesWithWalkingUp() {
    var random = Seeded(7)
    for _ in 0..<300 {
      let count = Int.random(in: 1...8, using: &random)
      // Rings too, and more than one tree.
      let parents = (0..<count).map { _ in Bool.random(using: &random) ? Int.random(in: 0..<count, using: &random) : nil
      }
      let tree = ScopeTree(parents, adrift: [])
      for inner in 0..<count {
        for outer in 0..<count {
          #expect(
            tree.contains(inner, in: outer) == around(inner, parents).contains(outer), "\(parents) \(inner) \(outer)")
        }
      }
    }
  }
}

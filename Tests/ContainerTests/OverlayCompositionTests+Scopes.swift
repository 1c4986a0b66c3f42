import Testing

@testable import ConfigDI
@testable import ConfigDIRuntime

/// Overlays of containers and of scopes inside them, on top of one another.
extension OverlayCompositionTests {
  @Test("a task's overlay is not seen by others beside a scope's overlay")
  func aTasksOverlayIsNotSeenInOthersBesideThatOfAScope() async throws {
    let container = try container(page: .declared(0))
    let scope = try container.openScope("session")
    try await container.withOverlays(clock("of the task")) {
      let tokens = try await Task.detached {
        [
          try scope.overlay((any Page).self) { try $0() },
          try container.overlay(clock("of all")),
        ]
      }.value
      #expect(try shown(scope) == "of the task")
      let elsewhere = try await Task.detached { try shown(scope) }.value
      #expect(elsewhere == "of all")
      tokens[1].remove()
      let afterwards = try await Task.detached { try shown(scope) }.value
      #expect(afterwards == "system")
      tokens[0].remove()
    }
  }

  @Test("a scoped service is replaced in scopes opened before and after")
  func aScopedServiceIsReplacedInScopesOpenedBeforeAndAfter() async throws {
    let container = try container(page: .declared(0))
    let early = try container.openScope("session")
    let before = try early.resolve((any Page).self)
    let fixed = ListPage(store: MemoryStore(SystemClock("fixed")))
    let token = try container.overlay((any Page).self, returning: fixed)
    let late = try container.openScope("session")
    let inner = try early.openScope("request")
    for scope in [early, late, inner] { #expect(try shown(scope) == "fixed") }
    refusal(.scopeNotOpen) { try container.resolve((any Page).self) }
    token.remove()
    #expect(try early.resolve((any Page).self).store === before.store)
  }

  @Test("a scoped service's original comes from the scope") func theOriginalOfAScopedServiceIsTheScopes() async throws {
    let container = try container(.declared(0), page: .declared(0))
    let early = try container.openScope("session")
    let before = try early.resolve((any Store).self)
    let originals = Lock<[any Store]>([])
    let token = try container.overlay((any Store).self) { original in
      let store = try original()
      originals.withLock { $0.append(store) }
      return store
    }
    let late = try container.openScope("session")
    #expect(try early.resolve((any Store).self) === before)
    let first = try late.resolve((any Store).self)
    #expect(try late.resolve((any Store).self) === first && first !== before)
    #expect(originals.withLock { $0.count } == 3)
    #expect(try late.resolve((any Clock).self) === first.clock)
    token.remove()
  }

  @Test("an instance passed to a scope is replaced") func whatAScopeWasGivenIsReplaced() throws {
    let container = try container(.declared(0), page: .declared(0), providesClock: true)
    func open(_ name: String) throws -> Container {
      try container.openScope("session", providing: [Provided(SystemClock(name), as: (any Clock).self)])
    }
    let early = try open("early")
    let token = try container.overlay((any Clock).self) { SystemClock("not \(try $0().name)") }
    let late = try open("late")
    #expect(try shown(early) == "not early")
    #expect(try shown(late) == "not late")
    token.remove()
    #expect(try shown(early) == "early")
  }

  @Test("a scope opened in an overlay sees overlays opened later inside it")
  func aScopeOpenedInAnOverlaySeesThoseThatAreOpenedInItLater() async throws {
    let container = try container(page: .declared(0))
    try await container.withOverlays(clock("outer")) {
      try await container.withScope("session") { scope in
        #expect(try shown(scope) == "outer")
        let before = try scope.resolve((any Page).self)
        let inner = OverlayDefinition((any Clock).self) { SystemClock("inner \(try $0().name)") }
        try await container.withOverlays(inner) {
          #expect(try shown(scope) == "inner outer")
          let inRequest = try await scope.withScope("request") { try shown($0) }
          #expect(inRequest == "inner outer")
        }
        #expect(try scope.resolve((any Page).self).store === before.store)
      }
    }
  }

  @Test("a container's overlay does not hide a scope's overlay") func anOverlayOfTheContainerHidesNoneOfAScope()
    async throws
  {
    let container = try container(page: .declared(0))
    let scope = try container.openScope("session")
    let other = OverlayDefinition((any Clock).self, named: "other", returning: SystemClock("other"))
    let ofScope = try scope.overlay(clock("scope"))
    let ofContainer = try container.overlay(other)
    #expect(try shown(scope) == "scope")
    #expect(try scope.resolve((any Clock).self, named: "other").name == "other")
    #expect(try container.resolve((any Clock).self).name == "system")
    try await container.withOverlays(clock("task")) {
      #expect(try shown(scope) == "task")
      try await scope.withOverlays(louder) {
        #expect(try shown(scope) == "loud task")
        let inNewest = try await container.withOverlays(clock("newest")) { try shown(scope) }
        #expect(inNewest == "loud newest")
        #expect(try container.resolve((any Store).self).clock.name == "task")
      }
    }
    ofScope.remove()
    #expect(try shown(scope) == "system")
    ofContainer.remove()
  }

  private func told(_ names: [Int]) -> String { names.map { "\($0) " }.joined() + "system" }

  /// The container's and a scope's, opened and removed in every order.
  @Test("overlays of container and scope end in any order") func overlaysOfBothEndInAnyOrder() throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for opening in orders {
      for closing in orders {
        let container = try container(page: .declared(0))
        let scope = try container.openScope("session")
        var open: [Int: OverlayToken] = [:]
        var names: [Int] = []
        for index in opening {
          let named = OverlayDefinition((any Clock).self) { SystemClock("\(index) \(try $0().name)") }
          open[index] = try (index == 1 ? scope : container).overlay(named)
          names.insert(index, at: 0)
          #expect(try shown(scope) == told(names), "\(opening) opened \(index)")
        }
        for index in closing {
          open[index]?.remove()
          names.removeAll { $0 == index }
          #expect(try shown(scope) == told(names), "\(opening) opened, \(closing) closed to \(index)")
        }
      }
    }
  }

  /// One of the container's, one of a scope's, and one of the scope inside it.
  @Test("overlays of three containers end in any order") func overlaysOfThreeContainersEndInAnyOrder() throws {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for opening in orders {
      for closing in orders {
        let container = try container(page: .declared(0))
        let outer = try container.openScope("session")
        let containers = [container, outer, try outer.openScope("request")]
        var open: [Int: OverlayToken] = [:]
        var names: [Int] = []
        func check(_ what: String) throws {
          #expect(try shown(containers[2]) == told(names), "\(what)")
          #expect(try shown(outer) == told(names.filter { $0 < 2 }), "\(what)")
          #expect(try container.resolve((any Store).self).clock.name == told(names.filter { $0 < 1 }), "\(what)")
        }
        for index in opening {
          open[index] = try containers[index].overlay(
            OverlayDefinition((any Clock).self) { SystemClock("\(index) \(try $0().name)") })
          names.insert(index, at: 0)
          try check("\(opening) opened to \(index)")
        }
        for index in closing {
          open[index]?.remove()
          names.removeAll { $0 == index }
          try check("\(opening) opened, \(closing) closed to \(index)")
        }
      }
    }
  }
}

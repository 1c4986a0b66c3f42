import ConfigDI

public protocol Session: Sendable { var id: Int { get } }
public protocol Other: Sendable { var id: Int { get } }
public protocol Leaf: Sendable { var id: Int { get } }
public protocol Visit: Sendable { var id: Int { get } }
public protocol Letter: Sendable { var id: Int { get } }
public protocol Telegram: Sendable { var id: Int { get } }

public final class StoredSession: Session {
  public let id: Int
  init() { id = CommandLine.arguments.count }
}

public final class MockSession: Session {
  public let id = 0
}

public final class StoredOther: Other {
  public let id: Int
  init() { id = CommandLine.arguments.count }
}

public final class NewLeaf: Leaf {
  public let id: Int
  init() { id = 3 }
}

public final class HandLeaf: Leaf {
  public let id: Int
  init() { id = 3 }
}

public final class StoredVisit: Visit {
  public let id: Int
  init() { id = CommandLine.arguments.count }
}

/// Two leaves of one graph, which are one instance.
public final class LeafPair: Sendable {
  let first: any Leaf
  init(first: any Leaf, second: any Leaf) { self.first = first }
}

/// Made from a session, and a number that only its caller knows.
public final class NumberedLetter: Letter {
  public let id: Int
  let session: any Session
  init(session: any Session, number: Int) {
    self.session = session
    id = number
  }
}

/// Has letters made.
public final class Post: Sendable {
  let letters: Maker<Int, any Letter>
  let telegrams: AsyncMaker<Int, any Telegram>
  init(letters: Maker<Int, any Letter>, telegrams: AsyncMaker<Int, any Telegram>) {
    self.letters = letters
    self.telegrams = telegrams
  }
}

/// Awaited, and made from the same as a letter.
public final class NumberedTelegram: Telegram {
  public let id: Int
  let session: any Session
  init(session: any Session, number: Int) async {
    self.session = session
    id = number
  }
}

/// Hand-written wiring: the instance is a stored property.
final class Holder: Sendable {
  let session: any Session
  init(_ session: any Session) { self.session = session }
}

/// Takes an instance as a caller would, and does nothing with it.
@inline(never) func use(_ instance: borrowing any Session) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any Leaf) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any Visit) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any Letter) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any Telegram) { sink &+= 1 }
@inline(never) func use(_ instance: LeafPair) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any HandPart9) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any InitPart9) { sink &+= 1 }
@inline(never) func use(_ instance: borrowing any OwnedPart9) { sink &+= 1 }

nonisolated(unsafe) var sink = 0

@inline(never) func handOut(_ holder: Holder) -> any Session { holder.session }
@inline(never) func leafByHand() -> any Leaf { HandLeaf() }

/// A closure that captures the session, as hand-written wiring would hand it to who makes letters.
@inline(never) func letterByHand(_ session: any Session) -> @Sendable (Int) throws -> any Letter {
  { NumberedLetter(session: session, number: $0) }
}
@inline(never) func telegramByHand(_ session: any Session) -> @Sendable (Int) async throws -> any Telegram {
  { await NumberedTelegram(session: session, number: $0) }
}

/// The small program that each migration page begins with.
public protocol Mailer: Sendable {
  func send(_ text: String, to address: String)
}

public struct ConsoleMailer: Mailer {
  public init() {}
  public func send(_ text: String, to address: String) { print("\(address): \(text)") }
}

public struct SMTPMailer: Mailer {
  let host: String
  public init(host: String) { self.host = host }
  public func send(_ text: String, to address: String) { print("\(address): \(text) (by \(host))") }
}

public protocol Subscribers: Sendable {
  var addresses: [String] { get }
}

public final class FileSubscribers: Subscribers {
  public let addresses = ["ada@example.com"]
  public init() {}
}

public struct Newsletter: Sendable {
  let mailer: any Mailer
  let subscribers: any Subscribers

  public init(mailer: any Mailer, subscribers: any Subscribers) {
    self.mailer = mailer
    self.subscribers = subscribers
  }

  public func publish(_ text: String) {
    for address in subscribers.addresses { mailer.send(text, to: address) }
  }
}

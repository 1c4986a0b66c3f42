#if canImport(Darwin)
  import Darwin
  private let stream = SOCK_STREAM
#else
  import Glibc
  private let stream = Int32(SOCK_STREAM.rawValue)
#endif

/// A TCP socket on an IPv4 address, closed when it is released.
final class Socket: Sendable {
  private let descriptor: Int32

  private init(descriptor: Int32) throws(SocketError) {
    guard descriptor >= 0 else { throw SocketError(action: "open a socket") }
    self.descriptor = descriptor
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit {
    close(descriptor)
  }

  convenience init(listeningOn host: String) throws {
    try self.init(descriptor: socket(AF_INET, stream, 0))
    var address = try Self.address(host, port: 0)
    guard Self.withPointer(to: &address, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 16) == 0 else {
      throw SocketError(action: "listen on \(host)")
    }
  }

  convenience init(connectingTo host: String, port: UInt16, timeout: Duration) throws {
    try self.init(descriptor: socket(AF_INET, stream, 0))
    try setTimeout(timeout)
    var address = try Self.address(host, port: port)
    guard Self.withPointer(to: &address, { connect(descriptor, $0, $1) }) == 0 else {
      throw SocketError(action: "connect to \(host):\(port)")
    }
  }

  /// The port that the system assigned.
  var port: UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// The next connection; `nil` once the socket is shut down.
  func accept() -> Socket? {
    #if canImport(Darwin)
      return try? Socket(descriptor: Darwin.accept(descriptor, nil, nil))
    #else
      return try? Socket(descriptor: Glibc.accept(descriptor, nil, nil))
    #endif
  }

  /// Ends any call to `accept` that is waiting.
  func shutDown() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  func setTimeout(_ timeout: Duration) throws {
    let (seconds, attoseconds) = timeout.components
    var limit = timeval()
    limit.tv_sec = .init(seconds)
    limit.tv_usec = .init(attoseconds / 1_000_000_000_000)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      guard setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size)) == 0 else {
        throw SocketError(action: "set a timeout")
      }
    }
  }

  func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { throw SocketError(action: "send") }
      bytes = bytes.dropFirst(count)
    }
  }

  /// The bytes that have arrived; empty at the end of the stream.
  func read() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw SocketError(action: "receive") }
    return Array(buffer.prefix(count))
  }

  private static func address(_ host: String, port: UInt16) throws -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else {
      throw SocketError(action: "use the address \(host)", code: EINVAL)
    }
    return address
  }

  private static func withPointer(
    to address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }
}

struct SocketError: Error, CustomStringConvertible {
  var action: String
  var code = errno

  var description: String { "could not \(action): \(String(cString: strerror(code)))" }
}

import ConfigDI
import Foundation

struct ServerAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.registerAsync("connectionPool", as: ConnectionPool.self, ConnectionPool.init)
    registry.registerAsync("transaction", as: Transaction.self, Transaction.init)
    registry.register("handler", as: (any Handler).self, PooledHandler.init)
    registry.register("forgetfulHandler", as: (any Handler).self, ForgetfulHandler.init)
  }
}

/// Writes a line without buffering, even if the output is a pipe.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

public import ConfigDI

protocol SessionManager: Sendable {}
protocol CredentialsStore: Sendable {}

struct OAuthSessions: SessionManager {
  let store: any CredentialsStore
}

struct KeychainStore: CredentialsStore {}

public struct AuthAssembly: Assembly {
  public init() {}

  public func assemble(_ registry: inout FactoryRegistry) {
    registry.register("oauthSessions", as: (any SessionManager).self, OAuthSessions.init)
    registry.register("keychain", as: (any CredentialsStore).self) { KeychainStore() }
  }
}

enum Library {
  static func container(authSDKFolder: String) throws -> Container {
    let registry = FactoryRegistry(AuthAssembly(), AppAssembly())
    let options = ManifestOptions(modules: ["AuthSDK": authSDKFolder])
    let container = try Container(manifest: "config/app.yaml", registry: registry, options: options)
    return container
  }
}

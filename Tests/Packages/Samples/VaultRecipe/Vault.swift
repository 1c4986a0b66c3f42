import ConfigDI

/// Reads the parameters' values from a vault, before the container is built.
func source(_ vault: Vault) async throws -> ParameterSource {
  let secrets = try await vault.secrets(at: "shop/production")
  return ParameterSource { secrets[$0.name].map { ParameterSource.Value($0, isSecret: true) } }
}

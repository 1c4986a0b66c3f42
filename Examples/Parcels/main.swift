import ConfigDI

/// `Parcels [STAGE [MANIFEST]]` runs the program; `Parcels catalog` prints what its factories are.
let registry = FactoryRegistry(PartsAssembly())
let arguments = CommandLine.arguments.dropFirst()

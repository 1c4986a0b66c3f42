import Foundation

// Loads both plug-ins from beside itself, and calls them one after the other.

let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
#if canImport(Darwin)
  let suffix = "dylib"
#else
  let suffix = "so"
#endif
for library in ["FirstPlugin", "SecondPlugin"] {
  let path = folder.appending(path: "lib\(library).\(suffix)").path
  guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), let entry = dlsym(handle, "ask") else {
    print(dlerror().map { String(cString: $0) } ?? "cannot load \(path)")
    exit(1)
  }
  unsafeBitCast(entry, to: (@convention(c) () -> Void).self)()
}

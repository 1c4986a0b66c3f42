/// The signatures of SwiftUI that the recipe uses, for a compiler that has none.
@MainActor public protocol View {
  associatedtype Body: View
  var body: Body { get }
}

public struct Text: View {
  public init(_ text: String) {}
  public var body: Never { fatalError("never asked for") }
}

extension Never: View {
  public var body: Never { fatalError("never asked for") }
}

@MainActor public protocol App {
  associatedtype Body: Scene
  init()
  var body: Body { get }
}

@MainActor public protocol Scene {}

@MainActor public protocol PreviewProvider {
  associatedtype Previews: View
  static var previews: Previews { get }
}

public struct WindowGroup<Content: View>: Scene {
  public init(content: () -> Content) {}
}

@propertyWrapper @MainActor public struct State<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

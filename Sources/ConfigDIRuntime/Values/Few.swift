/// A list that almost always has one element, which needs no array.
package enum Few<Element: Sendable>: RandomAccessCollection, Sendable {
  case one(Element)
  case list([Element])

  package static var none: Few { .list([]) }

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch self {
    case .one: 1
    case .list(let elements): elements.count
    }
  }

  package subscript(position: Int) -> Element {
    switch self {
    case .one(let element): element
    case .list(let elements): elements[position]
    }
  }

  mutating func append(_ element: Element) {
    switch self {
    case .one(let first): self = .list([first, element])
    case .list(let elements) where elements.isEmpty: self = .one(element)
    case .list(var elements):
      // Emptied first, so that the array is not copied.
      self = .none
      elements.append(element)
      self = .list(elements)
    }
  }
}

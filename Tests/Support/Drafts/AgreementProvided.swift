import ConfigDI
import ConfigDIRuntime

extension AgreementRegistry {
  /// What a host would hand in: by the key's type, as far as this program has one.
  static func provided(_ key: ServiceKey) -> Provided? {
    let instance = Assembled("provided")
    let variant = key.variant.map { String($0) }
    return switch key.text.split(separator: "/").first.map(String.init) {
    case "Wheel": Provided(instance, as: (any Wheel).self, named: variant)
    case "Engine": Provided(instance, as: (any Engine).self, named: variant)
    case "Seat": Provided(instance, as: (any Seat).self, named: variant)
    case "Radio": Provided(instance, as: (any Radio).self, named: variant)
    case "Horn": Provided(instance, as: (any Horn).self, named: variant)
    case "Lamp": Provided(instance, as: (any Lamp).self, named: variant)
    case "Body": Provided(instance, as: (any Body).self, named: variant)
    case "Ticket": Provided(instance, as: (any Ticket).self, named: variant)
    case "Trip": Provided(instance, as: (any Trip).self, named: variant)
    case "Garage": Provided(instance, as: (any Garage).self, named: variant)
    case "Cabin": Provided(instance, as: (any Cabin).self, named: variant)
    case "Pilot": Provided(instance, as: (any Pilot).self, named: variant)
    case "spare.wheel" where variant == nil: Provided(instance, for: spareWheel)
    case "Fleet<Int>": Provided(Fleet<Int>(), as: Fleet<Int>.self, named: variant)
    case "title" where variant == nil: Provided("a title", for: title)
    default: nil
    }
  }
}

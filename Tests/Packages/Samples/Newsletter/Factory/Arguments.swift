import FactoryKit
import Shared

struct Invitation {
  let mailer: any Mailer
  let address: String
}

extension Container {
  var invitation: ParameterFactory<String, Invitation> {
    self { address in Invitation(mailer: self.mailer(), address: address) }
  }
}

func invite() -> Invitation {
  let invitation = Container.shared.invitation("ada@example.com")
  return invitation
}

import Shared
import Swinject

struct Invitation {
  let mailer: any Mailer
  let address: String
  let isReminder: Bool
}

func remind(_ container: Container) -> Invitation {
  container.register(Invitation.self) { (resolver: any Resolver, address: String, isReminder: Bool) in
    Invitation(mailer: resolver.resolve((any Mailer).self)!, address: address, isReminder: isReminder)
  }
  let invitation = container.resolve(Invitation.self, arguments: "ada@example.com", true)!
  return invitation
}

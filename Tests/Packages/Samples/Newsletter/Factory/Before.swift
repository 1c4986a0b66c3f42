import FactoryKit
import Shared

extension Container {
  var mailer: Factory<any Mailer> { self { ConsoleMailer() }.singleton }
  var subscribers: Factory<any Subscribers> { self { FileSubscribers() }.singleton }
  var newsletter: Factory<Newsletter> {
    self { Newsletter(mailer: self.mailer(), subscribers: self.subscribers()) }
  }
}

func publish(isProduction: Bool) {
  if isProduction {
    Container.shared.mailer.register { SMTPMailer(host: "mail.example.com") }
  }
  Container.shared.newsletter().publish("Spring")
}

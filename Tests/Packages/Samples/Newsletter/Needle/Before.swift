import NeedleFoundation
import Shared

class RootComponent: BootstrapComponent {
  let isProduction: Bool

  init(isProduction: Bool) { self.isProduction = isProduction }

  var mailer: any Mailer {
    shared { () -> any Mailer in
      if isProduction { SMTPMailer(host: "mail.example.com") } else { ConsoleMailer() }
    }
  }
  var subscribers: any Subscribers { shared { FileSubscribers() } }
  var newsletter: Newsletter { Newsletter(mailer: mailer, subscribers: subscribers) }
}

func publish(isProduction: Bool) {
  RootComponent(isProduction: isProduction).newsletter.publish("Spring")
}

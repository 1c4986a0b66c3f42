import ConfigDI
import Shared

struct NewsletterAssembly: Assembly {
  func assemble(_ registry: inout FactoryRegistry) {
    registry.register("console", as: (any Mailer).self) { ConsoleMailer() }
    registry.register("smtp", as: (any Mailer).self) { (settings: SMTPSettings) in SMTPMailer(host: settings.host) }
    registry.register("file", as: (any Subscribers).self) { FileSubscribers() }
    registry.register("newsletter", as: Newsletter.self, Newsletter.init)
  }
}

struct SMTPSettings: ServiceSettings {
  var host: String
}

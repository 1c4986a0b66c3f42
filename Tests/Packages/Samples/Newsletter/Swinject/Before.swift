import Shared
import Swinject

func publish(isProduction: Bool) {
  let container = Container()
  container.register((any Mailer).self) { _ -> any Mailer in
    if isProduction { SMTPMailer(host: "mail.example.com") } else { ConsoleMailer() }
  }
  .inObjectScope(.container)
  container.register((any Subscribers).self) { _ in FileSubscribers() }.inObjectScope(.container)
  container.register(Newsletter.self) { resolver in
    Newsletter(
      mailer: resolver.resolve((any Mailer).self)!, subscribers: resolver.resolve((any Subscribers).self)!)
  }
  container.resolve(Newsletter.self)!.publish("Spring")
}

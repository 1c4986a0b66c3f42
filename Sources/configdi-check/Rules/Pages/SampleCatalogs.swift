/// The catalogs of the rules' examples.
extension String {
  static let mailCatalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "systemClock", "provides": "App.Clock" },
      { "name": "smtp", "provides": "App.Mailer" },
      { "name": "logged", "role": "decorator", "provides": "App.Mailer" },
      { "name": "slowed", "role": "decorator", "provides": "App.Clock" } ] }
    """

  static let clockedMailCatalog = """
    { "configdiCatalog": 1, "factories": [
      { "name": "systemClock", "provides": "App.Clock" },
      { "name": "consoleLog", "provides": "App.Log" },
      { "name": "smtp", "provides": "App.Mailer",
        "dependencies": [{ "key": "App.Clock", "kind": "instance", "label": "clock" }] } ] }
    """

  static let twoModules = """
    { "configdiCatalog": 1, "factories": [
      { "name": "appClock", "provides": "App.Clock" }, { "name": "kitClock", "provides": "Kit.Clock" } ] }
    """

  static func windowCatalog(slot kind: String) -> String {
    """
    { "configdiCatalog": 1, "factories": [
      { "name": "window", "provides": "App.Window", "isolation": "main" },
      { "name": "sync", "provides": "App.Sync",
        "dependencies": [{ "key": "App.Window", "kind": \(kind), "label": "window" }] } ] }
    """
  }

  static let storeCatalog = """
    {
      "configdiCatalog": 1,
      "factories": [
        {
          "name": "diskStore",
          "provides": "App.Store",
          "settings": {
            "type": "StoreSettings",
            "fields": [
              { "name": "capacity", "type": "bytes" },
              { "name": "compression", "type": "bool", "default": "false" }
            ]
          }
        }
      ]
    }
    """

  static let apiCatalog = """
    {
      "configdiCatalog": 1,
      "factories": [
        {
          "name": "httpApi",
          "provides": "App.Api",
          "settings": {
            "type": "ApiSettings",
            "fields": [
              { "name": "title", "type": "string" },
              { "name": "key", "type": "string", "secret": true }
            ]
          }
        }
      ]
    }
    """
}

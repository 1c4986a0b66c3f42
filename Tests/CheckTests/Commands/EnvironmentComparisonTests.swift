import ConfigDI
import Testing

@testable import configdi_check

/// `env --compare`: what a deployment lacks, misspells, or gives a wrong value.
@Suite struct EnvironmentComparisonTests {
  private static let manifest = """
    configdi: 1
    stages: { test: {}, production: { parameters: { log.level: { env: LOG_LEVEL } } } }
    parameters:
      db.url: { type: url, env: DATABASE_URL, secret: true }
      db.pool: { type: int, env: DB_POOL, default: 10, min: 1, max: 200 }
      timeout: { type: duration, env: TIMEOUT }
      log.level: { type: enum, of: [info, debug], env: LOG_LEVEL, default: info }
      key: { file: secrets/key, secret: true }
    services:
      Database:
        factory: postgres
        settings: { url: "${db.url}", pool: "${db.pool}", wait: "${timeout}", key: "${key}", level: "${log.level}" }

    """

  private func compare(
    _ file: String, _ text: String, _ arguments: String...
  ) -> (code: ExitCode, output: String, error: String) {
    let files = InMemoryFiles(["app.yaml": Self.manifest, file: text])
    let recorder = Recorder()
    let code = runProgram(["env", "app.yaml", "--compare", file] + arguments, console: recorder.console(files: files))
    return (code, recorder.output, recorder.error)
  }

  /// A Deployment whose one container has these variables.
  private func deployment(_ env: String, more: String = "", before: String = "") -> String {
    """
    \(before)apiVersion: apps/v1
    kind: Deployment
    spec:
      template:
        spec:
          containers:
            - name: shop
              env:
    \(env.split(separator: "\n").map { "            \($0)\n" }.joined())\(more)
    """
  }

  private static let sound = """
    - { name: DATABASE_URL, valueFrom: { secretKeyRef: { name: shop, key: url } } }
    - { name: TIMEOUT, value: 30s }
    """
  private static let mounted = """
              volumeMounts: [{ name: files, mountPath: /app/secrets/key, subPath: key }]

    """

  @Test("a variable that only a parameter source reads is a warning, not a misspelled one")
  func variableOfASource() {
    let env = Self.sound + "\n- { name: DB_POOLS, value: '1' }\n- { name: LOG_LEVELS, value: info }"
    let misspelled = compare("deployment.yaml", deployment(env, more: Self.mounted), "--stage", "test")
    #expect(misspelled.code == .findings && misspelled.output.contains("did you mean 'DB_POOL'"))
    let own = Self.sound + "\n- { name: DB_URL, value: x }"
    let result = compare("deployment.yaml", deployment(own, more: Self.mounted), "--stage", "test")
    #expect(result.code == .success, "\(result.output)")
    #expect(result.output.contains("warning: the manifest does not read DB_URL\n"), "\(result.output)")
  }

  @Test("a deployment that gives all that is required is exit code 0, and says what it could not see")
  func sound() {
    let result = compare("deployment.yaml", deployment(Self.sound, more: Self.mounted), "--stage", "test")
    #expect(result.code == .success && result.output.isEmpty, "\(result.output)")
    #expect(
      result.error
        == "deployment.yaml, container 'shop', stage 'test': 0 errors, 0 warnings; 1 value checked; not checked, since the values are not in the file: DATABASE_URL\n"
    )
  }

  @Test("a variable, a file and a key of a shown Secret that are missing are errors")
  func missing() {
    let secret = "kind: Secret\nmetadata: { name: shop }\nstringData: { other: x }\n---\n"
    let result = compare("deployment.yaml", deployment(Self.sound, before: secret), "--stage", "production")
    #expect(result.code == .findings)
    #expect(
      result.output == """
        deployment.yaml: error: DATABASE_URL is missing: parameter 'db.url' requires it (app.yaml:4:29); used by Database
        deployment.yaml: error: LOG_LEVEL is missing: parameter 'log.level' requires it (app.yaml:2:67); used by Database
        deployment.yaml: error: the file secrets/key is not mounted: parameter 'key' requires it (app.yaml:8:16)

        """)
  }

  @Test("values of a wrong type are errors at their lines, and a secret's is not shown")
  func types() {
    let env = """
      - { name: DATABASE_URL, value: topsecret }
      - { name: TIMEOUT, value: "30" }
      - { name: DB_POOL, value: "500" }
      """
    let result = compare("deployment.yaml", deployment(env, more: Self.mounted), "--stage", "test")
    #expect(result.code == .findings)
    #expect(!result.output.contains("topsecret"))
    #expect(
      result.output == """
        deployment.yaml:9:44: error: expected a URL such as https://example.com for 'db.url', found something else in DATABASE_URL
        deployment.yaml:9:44: warning: DATABASE_URL is a secret, but its value is in plain text: read it from a Secret
        deployment.yaml:10:39: error: expected a duration such as 250ms, 30s, 5m, 2h or 1d for 'timeout', found the text '30' in TIMEOUT
        deployment.yaml:11:39: error: 500 in DB_POOL is greater than the maximum of 'db.pool' (200)

        """)
  }

  @Test("what the manifest does not read is a warning, and an error where it looks like a misspelling")
  func extra() {
    let env = Self.sound + "\n- { name: PORT, value: '80' }\n- { name: DB_POLL, value: '20' }"
    let result = compare("deployment.yaml", deployment(env, more: Self.mounted), "--stage", "test")
    #expect(result.code == .findings)
    #expect(result.output.contains(": warning: the manifest does not read PORT\n"))
    #expect(result.output.contains(": error: the manifest does not read DB_POLL; did you mean 'DB_POOL'?\n"))
    let harmless = compare(
      "deployment.yaml", deployment(Self.sound + "\n- { name: PORT, value: '80' }", more: Self.mounted), "--stage",
      "test")
    #expect(harmless.code == .success)
  }

  @Test("a ConfigMap and a Secret of the same file are read, the Secret's values from base 64")
  func sources() {
    let before = """
      kind: ConfigMap
      metadata: { name: shop }
      data: { TIMEOUT: soon }
      ---
      kind: Secret
      metadata: { name: shop }
      data: { url: bm90IGEgdXJs }
      ---

      """
    let env = "- { name: DATABASE_URL, valueFrom: { secretKeyRef: { name: shop, key: url } } }"
    let text = deployment(
      env, more: "          envFrom: [{ configMapRef: { name: shop } }]\n" + Self.mounted, before: before)
    let result = compare("deployment.yaml", text, "--stage", "test")
    #expect(result.output.contains("deployment.yaml:3:18: error: expected a duration"))
    #expect(result.output.contains("deployment.yaml:7:14: error: expected a URL"))
    #expect(!result.output.contains("not a url"))
  }

  @Test("an optional entry without its key keeps the value of envFrom, a required one is missing")
  func entriesWithoutTheirKey() {
    let maps = """
      ---
      kind: ConfigMap
      metadata: { name: all }
      data: { TIMEOUT: 30s }
      ---
      kind: ConfigMap
      metadata: { name: own }
      data: { other: 1s }

      """
    func result(_ optional: String, envFrom: String) -> (code: ExitCode, output: String, error: String) {
      let env = """
        - { name: DATABASE_URL, valueFrom: { secretKeyRef: { name: shop, key: url } } }
        - { name: TIMEOUT, valueFrom: { configMapKeyRef: { name: own, key: timeout\(optional) } } }
        """
      let more = "          envFrom: [{ configMapRef: { name: \(envFrom) } }]\n" + Self.mounted + maps
      return compare("deployment.yaml", deployment(env, more: more), "--stage", "test")
    }
    let kept = result(", optional: true", envFrom: "all")
    #expect(kept.code == .success, "\(kept.output)")
    for name in ["all", "unseen"] {
      let missing = result("", envFrom: name)
      #expect(missing.output.contains("TIMEOUT is missing"), "\(name): \(missing.output)\(missing.error)")
    }
  }

  @Test("the deployment's CONFIGDI_STAGE chooses the stage, and an unknown one is an error")
  func stage() {
    let env = Self.sound + "\n- { name: CONFIGDI_STAGE, value: STAGE }"
    func result(_ stage: String) -> String {
      compare("deployment.yaml", deployment(env, more: Self.mounted).replacing("STAGE }", with: "\(stage) }")).output
    }
    #expect(result("test").isEmpty)
    #expect(result("production").hasPrefix("deployment.yaml: error: LOG_LEVEL is missing"))
    #expect(result("prod").contains("CONFIGDI_STAGE: the manifest has no stage 'prod'; it has test, production\n"))
  }

  @Test("a dotenv file is compared line by line")
  func dotenv() {
    let result = compare(".env", "# local\nexport DATABASE_URL=postgres://db\nTIMEOUT=now\n", "--stage", "test")
    #expect(result.code == .findings)
    #expect(result.output.hasPrefix(".env:3:1: error: expected a duration"))
    #expect(compare(".env", "DATABASE_URL=a:b\nTIMEOUT=1s\n", "--stage", "test").code == .success)
  }

  @Test("of several containers the one that has the manifest's variables is compared")
  func containers() {
    let text = deployment(Self.sound, more: Self.mounted).replacing(
      "        - name: shop", with: "        - { name: proxy, env: [{ name: PORT, value: x }] }\n        - name: shop")
    #expect(compare("deployment.yaml", text, "--stage", "test").error.contains("container 'shop'"))
  }

  @Test("a file that cannot be read or compared is exit code 2, a format without a place for it 64")
  func unreadable() {
    #expect(compare("helm.yaml", "a: {{ .Values.x }}\nb: [\n").code == .failure)
    #expect(compare("other.yaml", "kind: Service\n").error.contains("contains no container"))
    #expect(compare(".env", "DATABASE_URL=a:b\n", "--format", "markdown").code == .usage)
  }

  @Test("a default that uses another parameter is no mistake in the variable") func interpolatedDefault() {
    let manifest = """
      configdi: 1
      parameters: { host: { env: HOST, default: h }, url: { type: url, env: URL, default: "http://${host}/" } }
      services: { A: { factory: a, settings: ["${url}"] } }
      """
    let files = InMemoryFiles(["app.yaml": manifest, ".env": "HOST=h2\nURL=http://x/\n"])
    let result = Recorder.run("env", "app.yaml", "--compare", ".env", files: files)
    #expect(result.code == .success, "\(result.output)")
  }

  @Test("a misspelt variable is named though its Secret lacks the key") func misspeltWithoutKey() {
    let result = compare(
      "pod.yaml",
      """
      kind: Pod
      spec:
        containers:
          - name: app
            env: [{ name: TIMOUT, valueFrom: { secretKeyRef: { name: sc, key: K } } }]
      ---
      kind: Secret
      metadata: { name: sc }
      stringData: { A: b }
      """)
    #expect(result.output.contains("does not read TIMOUT; did you mean 'TIMEOUT'?"), "\(result.output)")
    #expect(!result.output.contains("TIMEOUT is missing"), "the misspelling and the missing name are one mistake")
    #expect(result.output.contains("DATABASE_URL is missing"))
  }

  @Test("the JSON names each difference with its kind and place")
  func json() {
    let result = compare(".env", "DATABASE_URL=a:b\nTIMEOUT=now\n", "--stage", "test", "--format", "json")
    #expect(result.output.contains(#""kind": "type""#) && result.output.contains(#""line": 2"#), "\(result.output)")
  }

  @Test("errors in the manifest fail the comparison too") func brokenManifest() {
    let manifest = """
      configdi: 1
      parameters: { host: { env: HOST }, port: { type: int, env: "MY PORT" } }
      services: { A: { factory: a, settings: { host: "${host}", port: "${port}" } } }

      """
    let files = InMemoryFiles(["app.yaml": manifest, ".env": "HOST=h\n"])
    let result = Recorder.run("env", "app.yaml", "--compare", ".env", files: files)
    #expect(result.code == .findings, "\(result.output)")
    #expect(Recorder.run("env", "app.yaml", files: files).code == .findings)
  }
}

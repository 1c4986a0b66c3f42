# A Homebrew formula for a tap. Each release replaces the version and the checksums, which stand in SHA256SUMS-ARCH.
class ConfigdiCheck < Formula
  desc "Checker for YAML manifests that wire Swift programs with ConfigDI"
  homepage "https://git.example.com/ConfigDI"
  version "0.1.0"
  license "MIT"

  on_macos do
    url "https://git.example.com/ConfigDI/releases/download/v0.1.0/configdi-check-0.1.0-macos-arm64.tar.gz"
    sha256 "0000000000000000000000000000000000000000000000000000000000000000"
    depends_on "libyaml"
  end

  on_linux do
    on_intel do
      url "https://git.example.com/ConfigDI/releases/download/v0.1.0/configdi-check-0.1.0-linux-x86_64.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000"
    end
    on_arm do
      url "https://git.example.com/ConfigDI/releases/download/v0.1.0/configdi-check-0.1.0-linux-aarch64.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000000"
    end
  end

  def install
    bin.install "bin/configdi-check"
    generate_completions_from_executable(bin/"configdi-check", "--generate-completion-script")
    (man1/"configdi-check.1").write Utils.safe_popen_read(bin/"configdi-check", "--generate-manual", "man")
  end

  test do
    (testpath/"app.yaml").write <<~YAML
      configdi: 1
      services: { Clock: systemClock }
    YAML
    system bin/"configdi-check", "app.yaml"
  end
end

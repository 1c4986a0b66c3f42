# A "Run Script" build phase before "Compile Sources". Findings appear at their lines.
# Set ENABLE_USER_SCRIPT_SANDBOXING to NO, since the check reads every manifest below the project.
PATH="$PATH:/opt/homebrew/bin:/usr/local/bin"
if command -v configdi-check >/dev/null; then configdi-check check --quiet "$SRCROOT"; else echo "warning: configdi-check is not installed"; fi

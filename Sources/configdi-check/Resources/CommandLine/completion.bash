# bash completion for configdi-check

_configdi_check() {
    local cur="${COMP_WORDS[COMP_CWORD]}" offer word
    local IFS=$'\n'
    local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
    # Bash leaves quotes and backslashes in the words.
    words=("${words[@]//[\\\"\']/}")
    COMPREPLY=()
    # --option=value arrives as three words.
    [[ "${cur}" != '=' ]] || cur=''
    local typed="${cur//[\\\"\']/}"
    while read -r offer; do
        word="${offer%%$'\t'*}"
        case "${word}" in
            :files)
                compopt -o filenames 2>/dev/null
                COMPREPLY+=($(compgen -f -- "${cur}"))
                ;;
            :folders)
                compopt -o filenames 2>/dev/null
                COMPREPLY+=($(compgen -d -- "${cur}"))
                ;;
            "${typed}"*)
                [[ "${word}" != *= ]] || compopt -o nospace 2>/dev/null
                # Without quotes, a key such as Cache<User> would be a redirection.
                [[ "${cur}" == [\"\']* || "${word}" != *[!A-Za-z0-9_./,=:@-]* ]] || printf -v word %q "${word}"
                COMPREPLY+=("${word}")
                ;;
        esac
    done < <(configdi-check --offer -- "${words[@]}" 2>/dev/null)
}

complete -o nosort -F _configdi_check configdi-check 2>/dev/null || complete -F _configdi_check configdi-check

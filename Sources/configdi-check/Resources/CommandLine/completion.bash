# bash completion for configdi-check

_configdi_check() {
    local cur="${COMP_WORDS[COMP_CWORD]}" offer
    local IFS=$'\n'
    COMPREPLY=()
    # --option=value arrives as three words.
    [[ "${cur}" != '=' ]] || cur=''
    while read -r offer; do
        case "${offer%%$'\t'*}" in
            :files)
                compopt -o filenames 2>/dev/null
                COMPREPLY+=($(compgen -f -- "${cur}"))
                ;;
            :folders)
                compopt -o filenames 2>/dev/null
                COMPREPLY+=($(compgen -d -- "${cur}"))
                ;;
            "${cur#[\"\']}"*) COMPREPLY+=("${offer%%$'\t'*}") ;;
        esac
    done < <(configdi-check --offer -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -o nosort -F _configdi_check configdi-check 2>/dev/null || complete -F _configdi_check configdi-check

#compdef configdi-check

_configdi-check() {
  local offer
  local -a offers begun action
  for offer in "${(@f)$(configdi-check --offer -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $offer in
      :files) action=(_files) ;;
      :folders) action=(_files -/) ;;
      *=) begun+=("${offer//:/\\:}") ;;
      ?*) offers+=("${${offer//:/\\:}/$'\t'/:}") ;;
    esac
  done
  (( $#offers + $#begun )) && _describe completion offers -- begun -S ''
  (( $#action )) || return
  compset -P '--*='
  $action
}

_configdi-check "$@"

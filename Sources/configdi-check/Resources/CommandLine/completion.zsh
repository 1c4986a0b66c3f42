#compdef configdi-check

_configdi-check() {
  local offer
  local -a offers action
  for offer in "${(@f)$(configdi-check --offer -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $offer in
      :files) action=(_files) ;;
      :folders) action=(_files -/) ;;
      ?*) offers+=("${${offer//:/\\:}/$'\t'/:}") ;;
    esac
  done
  (( $#offers )) && _describe completion offers
  (( $#action )) || return
  compset -P '--*='
  $action
}

_configdi-check "$@"

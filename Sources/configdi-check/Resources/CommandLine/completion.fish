# fish completion for configdi-check

function __configdi_check_offers
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l option (string match -r '^--[^=]*=|^' -- "$current")
    set -l path (string replace -r '^--[^=]*=' '' -- "$current")
    for offer in (configdi-check --offer -- $words[2..] "$current" 2>/dev/null)
        switch $offer
            case :files
                printf '%s\n' $option(complete -C "'' $path")
            case :folders
                printf '%s\n' $option(__fish_complete_directories "$path")
            case '*'
                echo $offer
        end
    end
end

complete -c configdi-check -f -a '(__configdi_check_offers)'

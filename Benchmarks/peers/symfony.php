<?php
// The services of `setup-bench` in Symfony's component: read from YAML, compiled and checked; then each made once.
require '/usr/share/php/Symfony/Component/DependencyInjection/autoload.php';
require_once '/usr/share/php/Symfony/Component/Config/autoload.php';
require_once '/usr/share/php/Symfony/Component/Yaml/autoload.php';

use Symfony\Component\Config\FileLocator;
use Symfony\Component\DependencyInjection\Compiler\CheckTypeDeclarationsPass;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Loader\YamlFileLoader;

ini_set('memory_limit', '-1');

class Part
{
    public function __construct(?Part $a = null, ?Part $b = null, ?Part $c = null) {}
}

function used(): float
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e3 + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e3;
}

foreach ([1000, 10000] as $count) {
    $text = "services:\n";
    for ($i = 0; $i < $count; $i++) {
        $text .= "  s$i:\n    class: Part\n    public: true\n";
        if ($i > 3) {
            $text .= sprintf("    arguments: ['@s%d', '@s%d', '@s%d']\n", $i - 1, intdiv($i, 2), intdiv($i, 3));
        }
    }
    $folder = sys_get_temp_dir();
    $file = tempnam($folder, 'symfony').'.yaml';
    file_put_contents($file, $text);

    $start = used();
    $container = new ContainerBuilder();
    (new YamlFileLoader($container, new FileLocator($folder)))->load(basename($file));
    $container->addCompilerPass(new CheckTypeDeclarationsPass(true), PassConfig::TYPE_AFTER_REMOVING);
    $container->compile();
    printf("from code or a file to a container that was checked\t%d\tSymfony, from YAML\t%f\n", $count, used() - $start);
    for ($i = 0; $i < $count; $i++) {
        $container->get("s$i");
    }
    printf("the same, to every service made once\t%d\tSymfony, from YAML\t%f\n", $count, used() - $start);
    unlink($file);
}

import { readFileSync } from 'node:fs';
import { outlivesItsReader, print } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { readCommandLine, UsageError } from './config.ts';
import { helpText } from './help.ts';
import { shippedToolbox } from './shipped.ts';

/** Reads the command line, runs the command, answers the exit code. */
async function main(): Promise<number> {
  const { words, flags, options, config } = readCommandLine(
    process.argv.slice(2),
    undefined,
    (word) => commandOf(word)?.flags ?? {},
  );
  const info = packageInfo();
  if (options.version || options.help) {
    print(options.version ? info.version : helpText());
    return 0;
  }
  const [name = '', ...rest] = words;
  const command = commandOf(name);
  if (!command)
    throw new UsageError(`There is no command ${JSON.stringify(name)}: casebridge --help lists them.`);
  return command.run({
    words: rest,
    flags,
    config,
    toolbox: shippedToolbox(),
    info,
  });
}

const commandOf = (name = '') => (Object.hasOwn(commands, name) ? commands[name] : undefined);

/** Name and version of the package, which lies above the sources and above the build alike. */
function packageInfo(): { name: string; version: string } {
  for (const above of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(above, import.meta.url), 'utf8'));
      return { name, version };
    } catch {}
  }
  return { name: 'casebridge', version: '0.0.0' };
}

outlivesItsReader(process.stdout, process.stderr);
main().then(
  (code) => {
    process.exitCode ||= code;
  },
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    process.stderr.write(
      `casebridge: ${isUsage ? error.message : `stopped by an internal error (${(error as Error)?.name})`}\n`,
    );
    process.exitCode = isUsage ? 2 : 1;
  },
);

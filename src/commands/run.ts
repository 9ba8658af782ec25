import { readFileSync } from 'node:fs';
import { shippedToolbox } from '../catalogue.ts';
import { type Config, readCommandLine, spokenLanguage } from '../config/command-line.ts';
import { usageMessages } from '../config/messages.ts';
import { allSettings } from '../config/settings.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Language } from '../contract/language.ts';
import { suggestion } from '../contract/spelling.ts';
import { lazy } from '../util/lazy.ts';
import { terminalWidth } from './columns.ts';
import { type Command, type CommandContext, print } from './command.ts';
import { commands } from './index.ts';
import { internalError } from './internal-error.ts';

/**
 * Reads the command line and runs the command. Writes the reason on stderr if it fails.
 * @param env environment variables. Default: those of the process
 * @returns the exit code
 */
export async function runCommandLine(argv: readonly string[], env?: NodeJS.ProcessEnv): Promise<number> {
  /** Language of messages to the person who starts the program. Lazy, because most starts print nothing. */
  const language = lazy(() => spokenLanguage(argv, env));
  const started: Started = {};
  try {
    return await runCommand(argv, env, language, started);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const words = isUsage ? error.words : internalError(error, started.config);
    process.stderr.write(`casebridge: ${words[language()]}\n`);
    if (!isUsage) return 1;
    await started.command?.refuse?.(error.words, language());
    return 2;
  }
}

/** Data that is known when the command fails. */
interface Started {
  config?: () => Config;
  command?: Command;
}

async function runCommand(
  argv: readonly string[],
  env: NodeJS.ProcessEnv | undefined,
  language: () => Language,
  started: Started,
): Promise<number> {
  const { words, flags, options, config, environment } = readCommandLine(
    argv,
    env,
    (word) => commandOf(word)?.flags ?? {},
  );
  started.config = config;
  const { info, registered } = packageInfo();
  if (options.version) {
    print(info.version);
    return 0;
  }
  const [name = '', ...rest] = words;
  const command = commandOf(name);
  if (!command) {
    const hint = suggestion(name, Object.keys(commands));
    throw new UsageError(usageMessages.noCommand, { name: JSON.stringify(name), hint });
  }
  const context = {
    get language() {
      return language();
    },
    words: rest,
    flags,
    config,
    environment,
    toolbox: shippedToolbox(),
    info,
    registered,
  };
  if (options.help) {
    print(await helpOn(name, command, context));
    return 0;
  }
  if (command.takesSettings === false) refuseSettings(name, context);
  started.command = command;
  return command.run(context);
}

async function helpOn(name: string, command: Command, context: CommandContext): Promise<string> {
  const { commandText, helpText } = await import('./help-text.ts');
  const width = terminalWidth();
  const reader = { language: context.language, width };
  if (name === '') return helpText(commands, reader);
  return (await command.describe?.(context, width)) ?? commandText(name, command, reader);
}

function refuseSettings(name: string, { flags }: CommandContext): void {
  const given = allSettings.flatMap(({ flag }) => flag ?? []);
  const unused = given.find((flag) => flags[flag] !== undefined);
  if (unused !== undefined)
    throw new UsageError(usageMessages.settingOfNoUse, { command: name, flag: unused });
}

const commandOf = (name: string): Command | undefined =>
  Object.hasOwn(commands, name) ? commands[name] : undefined;

/** Reads package.json. It is two levels above this file in the sources and in the build. */
function packageInfo(): Pick<CommandContext, 'info' | 'registered'> {
  try {
    const { name, version, mcpName, description } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    return { info: { name, version }, registered: { name: mcpName, description } };
  } catch {
    const name = 'casebridge';
    return { info: { name, version: '0.0.0' }, registered: { name: `${name}/${name}`, description: name } };
  }
}

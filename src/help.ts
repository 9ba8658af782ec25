import { commands } from './commands/index.ts';
import { settings } from './settings.ts';

/** The text of `--help`, made from the commands and settings. */
export function helpText(): string {
  const usages = Object.values(commands).flatMap(({ usage, help, flags = {} }) => [
    [`casebridge ${usage}`.trim(), help] as const,
    ...Object.entries(flags).map(
      ([name, flag]) => [`  --${name} ${flag.value ?? ''}`.trimEnd(), flag.help] as const,
    ),
  ]);
  const options = Object.values(settings).map((setting) => {
    const flag = 'flag' in setting ? `--${setting.flag}` : '';
    const file = 'secret' in setting ? ' (or …_FILE)' : '';
    return [flag, `${setting.env}${file}`, setting.help] as const;
  });
  const [commandWidth, flagWidth, envWidth] = [width(usages, 0), width(options, 0), width(options, 1)];
  return [
    'casebridge: a case-management service as MCP tools',
    '',
    'Commands',
    ...usages.map(([usage, help]) => `  ${usage.padEnd(commandWidth)}  ${help}`),
    '',
    'Settings (flag, environment variable)',
    ...options.map(([flag, env, help]) => `  ${flag.padEnd(flagWidth)}  ${env.padEnd(envWidth)}  ${help}`),
    '',
    'Exit codes: 0 fine, 1 the service refused, 2 wrong usage or settings',
  ].join('\n');
}

const width = (rows: readonly (readonly string[])[], column: number) =>
  Math.max(...rows.map((row) => row[column]?.length ?? 0));

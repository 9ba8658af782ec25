import { type Setting, switchedOn } from '../config/setting.ts';
import { settings } from '../config/settings.ts';
import { wrapped } from './columns.ts';
import type { Command } from './command.ts';

const exitCodes = 'Exit codes: 0 fine, 1 the service refused, 2 wrong usage or settings.';

/** The text of `--help`: every command and every setting. @param width of lines, in columns */
export function helpText(commands: Readonly<Record<string, Command>>, width: number): string {
  return [
    'casebridge: a case-management service as MCP tools',
    '',
    'Commands (`casebridge help COMMAND` says more)',
    ...Object.values(commands).flatMap((command) => [
      `  ${usageOf(command)}`,
      wrapped(command.help, width, 6),
    ]),
    '',
    settingsText(width),
    '',
    wrapped(exitCodes, width),
  ].join('\n');
}

/** What one command does, with the flags that only it knows. */
export function commandText(command: Command, width: number): string {
  const flags = Object.entries(command.flags ?? {});
  return [
    usageOf(command),
    '',
    wrapped(command.help, width),
    ...(flags.length > 0 ? ['', 'Flags'] : []),
    ...flags.flatMap(([name, { value, help }]) => [
      `  --${name}${value === undefined ? '' : ` ${value}`}`,
      wrapped(help, width, 6),
    ]),
    '',
    wrapped(
      command.takesSettings === false
        ? 'It takes no settings.'
        : 'It takes the settings too: casebridge help settings lists them.',
      width,
    ),
    wrapped(exitCodes, width),
  ].join('\n');
}

/** Every setting: as flag, as variable, what it means, and what holds without it. */
export function settingsText(width: number): string {
  const lines = Object.values<Setting>(settings).flatMap((setting) => {
    const { flag, env, secret, schema, help, default: standard } = setting;
    const value = schema === switchedOn ? '' : ' …';
    const ways = [...(flag ? [`--${flag}${value}`] : []), `${env}${secret ? ' (or …_FILE)' : ''}`];
    return [
      `  ${ways.join(', ')}`,
      wrapped(standard ? `${help} [${standard.replaceAll(',', ', ')}]` : help, width, 6),
    ];
  });
  return [
    wrapped('Settings (flag, environment variable; in brackets what holds without them)', width),
    ...lines,
  ].join('\n');
}

const usageOf = ({ usage }: Command) => `casebridge ${usage}`.trim();

import { settingHelp } from '../config/help/index.ts';
import { type Setting, switchedOn } from '../config/setting.ts';
import { settings } from '../config/settings.ts';
import type { Language } from '../contract/language.ts';
import { said } from '../contract/worded.ts';
import { wrapped } from './columns.ts';
import type { Command } from './command.ts';
import { commandHelp, placeWords } from './command-help.ts';
import { commandMessages } from './messages.ts';

/** To whom help is shown. */
interface HelpReader {
  readonly language: Language;
  /** Of lines, in columns. */
  readonly width: number;
}

/** The text of `--help`: every command and every setting. */
export function helpText(commands: Readonly<Record<string, Command>>, reader: HelpReader): string {
  const { language, width } = reader;
  return [
    commandMessages.heading[language],
    '',
    commandMessages.commands[language],
    ...Object.entries(commands).flatMap(([name, command]) => [
      `  ${usageOf(command, language)}`,
      wrapped(helpOf(name).help[language], width, 6),
    ]),
    '',
    settingsText(reader),
    '',
    wrapped(commandMessages.exitCodes[language], width),
  ].join('\n');
}

/** What one command does, with the flags that only it knows. */
export function commandText(name: string, command: Command, { language, width }: HelpReader): string {
  const words = helpOf(name);
  const flags = Object.entries(command.flags ?? {});
  return [
    usageOf(command, language),
    '',
    wrapped(words.help[language], width),
    ...(flags.length > 0 ? ['', commandMessages.flags[language]] : []),
    ...flags.flatMap(([flag, { value }]) => [
      `  --${flag}${value === undefined ? '' : ` ${inPlaces(value, language)}`}`,
      wrapped(words.flags?.[flag]?.[language] ?? '', width, 6),
    ]),
    '',
    wrapped(
      commandMessages[command.takesSettings === false ? 'takesNoSettings' : 'takesSettings'][language],
      width,
    ),
    wrapped(commandMessages.exitCodes[language], width),
  ].join('\n');
}

/** Every setting: as flag, as variable, what it means, and what holds without it. */
export function settingsText({ language, width }: HelpReader): string {
  const lines = Object.entries<Setting>(settings).flatMap(([key, setting]) => {
    const { flag, env, secret, schema, default: standard } = setting;
    const help = settingHelp[key as keyof typeof settings][language];
    const value = schema === switchedOn ? '' : ' …';
    const ways = [
      ...(flag ? [`--${flag}${value}`] : []),
      secret ? said(language, commandMessages.orFile, { name: env }) : env,
    ];
    return [
      `  ${ways.join(', ')}`,
      wrapped(standard ? `${help} [${standard.replaceAll(',', ', ')}]` : help, width, 6),
    ];
  });
  return [wrapped(commandMessages.settings[language], width), ...lines].join('\n');
}

const helpOf = (name: string) => commandHelp[name] as NonNullable<(typeof commandHelp)[string]>;

const usageOf = ({ usage }: Command, language: Language) => `casebridge ${inPlaces(usage, language)}`.trim();

/** What stands for something that the reader is to give. */
const inPlaces = (text: string, language: Language) =>
  text.replace(/\b[A-Z]{2,}\b|key=value/g, (word) => placeWords[word]?.[language] ?? word);

import { type Setting, type SettingReader, switchedOn } from '../config/setting.ts';
import { readerTitles, type Slice, settings, slices, sliceTitles } from '../config/settings.ts';
import type { Language } from '../contract/language.ts';
import { said } from '../contract/worded.ts';
import { wrapped } from './columns.ts';
import type { Command } from './command.ts';
import { commandHelp, helpMessages, placeWords } from './command-help.ts';

interface HelpReader {
  readonly language: Language;
  readonly width: number;
}

/** Returns the text of `--help`: every command and every setting. */
export function helpText(commands: Readonly<Record<string, Command>>, reader: HelpReader): string {
  const { language, width } = reader;
  return [
    helpMessages.heading[language],
    '',
    helpMessages.commands[language],
    ...Object.entries(commands).flatMap(([name, command]) => [
      `  ${usageOf(command, language)}`,
      wrapped(helpOf(name).help[language], width, 6),
    ]),
    '',
    settingsText(reader),
    '',
    wrapped(helpMessages.exitCodes[language], width),
  ].join('\n');
}

export function commandText(name: string, command: Command, reader: HelpReader): string {
  const { language, width } = reader;
  const words = helpOf(name);
  const flags = Object.entries(command.flags ?? {});
  return [
    usageOf(command, language),
    '',
    wrapped(words.help[language], width),
    ...(flags.length > 0 ? ['', helpMessages.flags[language]] : []),
    ...flags.flatMap(([flag, { value }]) => [
      `  --${flag}${value === undefined ? '' : ` ${inPlaces(value, language)}`}`,
      wrapped(words.flags?.[flag]?.[language] ?? '', width, 6),
    ]),
    ...(command.settings === undefined
      ? []
      : command.settings.flatMap((slice) => ['', ...sliceText(slice, reader)])),
    '',
    wrapped(
      helpMessages[command.takesSettings === false ? 'takesNoSettings' : 'takesSettings'][language],
      width,
    ),
    wrapped(helpMessages.exitCodes[language], width),
  ].join('\n');
}

/** Returns all settings, grouped by reader and topic, each with its flag, variable, meaning and default. */
export function settingsText(reader: HelpReader): string {
  const { language, width } = reader;
  const groups = (Object.keys(readerTitles) as SettingReader[]).flatMap((who) => [
    '',
    readerTitles[who][language].toUpperCase(),
    ...slices.flatMap((slice) => {
      const lines = sliceText(slice, reader, (setting) => setting.reader === who);
      return lines.length > 1 ? ['', ...lines] : [];
    }),
  ]);
  return [wrapped(helpMessages.settings[language], width), ...groups].join('\n');
}

function sliceText(
  slice: Slice,
  { language, width }: HelpReader,
  isShown: (setting: Setting) => boolean = () => true,
): readonly string[] {
  const shown = Object.values<Setting>(settings[slice]).filter(isShown);
  const lines = shown.flatMap(({ [language]: help, flag, env, secret, schema, default: standard }) => {
    const value = schema === switchedOn ? '' : ' …';
    const ways = [
      ...(flag ? [`--${flag}${value}`] : []),
      secret ? said(language, helpMessages.orFile, { name: env }) : env,
    ];
    return [
      `  ${ways.join(', ')}`,
      wrapped(standard ? `${help} [${standard.replaceAll(',', ', ')}]` : help, width, 6),
    ];
  });
  return [sliceTitles[slice][language], ...lines];
}

const helpOf = (name: string) => commandHelp[name] as NonNullable<(typeof commandHelp)[string]>;

const usageOf = ({ usage }: Command, language: Language) => `casebridge ${inPlaces(usage, language)}`.trim();

const inPlaces = (text: string, language: Language) =>
  text.replace(/\b[A-Z]{2,}\b|key=value/g, (word) => placeWords[word]?.[language] ?? word);

import {
  type GetPromptResult,
  type Prompt as ListedPrompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { type Language, languages, type Worded } from '../contract/language.ts';
import type { Prompt, PromptArgument } from '../contract/prompt.ts';
import type { Incoming } from './incoming.ts';
import { fillText } from './prompt-text.ts';

/** Every prompt can be had in each language. */
const languageArgument = 'language';
const languageWords: Worded = {
  en: 'Language of the prompt and the answer: en or ru',
  ru: 'Язык запроса и ответа: en или ru',
};
/** Characters of one field. */
const maxValue = 1000;

/** What can be filled into a prompt, by name. */
export const argumentsOf = (prompt: Prompt): ReadonlyMap<string, PromptArgument> =>
  new Map([...Object.entries(prompt.arguments), [languageArgument, { description: languageWords }]]);

export const isLanguageArgument = (name: string) => name === languageArgument;

/** The list as people see it in their program. */
export function listPrompts(prompts: Iterable<Prompt>, language: Language): ListedPrompt[] {
  return Array.from(prompts, (prompt) => ({
    name: prompt.name,
    title: prompt[language].title,
    description: prompt[language].description,
    arguments: Array.from(argumentsOf(prompt), ([name, { description, isRequired }]) => ({
      name,
      description: description[language],
      required: isRequired === true,
    })),
  }));
}

export interface FillOptions {
  readonly incoming: Incoming;
  /** Where the caller names none. */
  readonly language: Language;
}

/**
 * The prompt with what the caller filled in.
 * @throws ProtocolError for a field that is missing, unknown or too long
 */
export function fillPrompt(
  prompt: Prompt,
  input: Readonly<Record<string, string>>,
  { incoming, language: usual }: FillOptions,
): GetPromptResult {
  const known = argumentsOf(prompt);
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(input)) {
    if (!known.has(name))
      throw invalid(`there is no argument ${shown(name)}: ${[...known.keys()].join(', ')}.`);
    if (value.length > maxValue) throw invalid(`${name} is longer than ${maxValue} characters.`);
    const visible = incoming.text(value).text.trim();
    // Programs send what was left empty.
    if (visible !== '') given[name] = visible;
  }
  for (const [name, { isRequired }] of known)
    if (isRequired && !Object.hasOwn(given, name)) throw invalid(`${name} is missing.`);
  const language = languageOf(given[languageArgument] ?? usual);
  const { description, text } = prompt[language];
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text: fillText(text, given) } }],
  };
}

function languageOf(text: string): Language {
  const found = languages.find((language) => language === text.trim().toLowerCase());
  if (found === undefined) throw invalid(`language should be ${languages.join(' or ')}, not ${shown(text)}.`);
  return found;
}

export function unknownPrompt(name: string): ProtocolError {
  return invalid(`Unknown prompt ${shown(name)}: prompts/list has all names.`);
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
const shown = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

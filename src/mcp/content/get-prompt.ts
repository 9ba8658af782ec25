import {
  type GetPromptResult,
  type Prompt as ListedPrompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Prompt, PromptArgument } from '../../contract/features/prompt.ts';
import { type Language, languages, type Worded } from '../../contract/language.ts';
import type { Sanitizer } from '../output/sanitize.ts';
import { fillText } from './prompt-template.ts';

/** Argument that every prompt has and that selects the prompt's language. */
const languageArgument = 'language';
const languageWords: Worded = {
  en: 'Language of the prompt and the answer: en or ru',
  ru: 'Язык промпта и ответа: en или ru',
};
/** Maximum length of a field's value, in characters. */
const maxValue = 1000;

export const argumentsOf = (prompt: Prompt): ReadonlyMap<string, PromptArgument> =>
  new Map([...Object.entries(prompt.arguments), [languageArgument, { description: languageWords }]]);

export const isLanguageArgument = (name: string) => name === languageArgument;

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
  readonly sanitizer: Sanitizer;
  /** Language of a prompt for which the user selected none. */
  readonly language: Language;
}

/**
 * Fills in a prompt. Some clients split the typed text at spaces and put the later words into the following fields, or
 * into fields that do not exist. Words without a field are added to the prompt as text.
 * @throws ProtocolError if a required field is missing or a value is too long
 */
export function fillPrompt(
  prompt: Prompt,
  input: Readonly<Record<string, string>>,
  { sanitizer, language: usual }: FillOptions,
): GetPromptResult {
  const known = argumentsOf(prompt);
  const given: Record<string, string> = {};
  const surplus: string[] = [];
  let language = usual;
  for (const [name, value] of Object.entries(input)) {
    if (value.length > maxValue) throw invalid(`${shown(name)} is longer than ${maxValue} characters.`);
    const visible = sanitizer.text(value).text.trim();
    // Skip an empty value, because clients may send empty fields.
    if (visible === '') continue;
    const wanted = isLanguageArgument(name) ? languageOf(visible) : undefined;
    if (wanted !== undefined) language = wanted;
    else if (isLanguageArgument(name) || !known.has(name)) surplus.push(visible);
    else given[name] = visible;
  }
  for (const [name, { isRequired }] of known)
    if (isRequired && !Object.hasOwn(given, name)) throw invalid(`${name} is missing.`);
  const { description, text } = prompt[language];
  const filled = fillText(text, given);
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text: withSurplus(filled, surplus, language) } }],
  };
}

const languageOf = (text: string): Language | undefined =>
  languages.find((language) => language === text.toLowerCase());

const maxSurplus = 10;
const surplusWords: Worded = {
  en: 'I also typed {words}, which is not the value of any field. It may be the rest of a name that should have been in quotation marks.',
  ru: 'Я ввёл ещё {words}: это не значение ни одного из полей. Возможно, это конец имени, которое нужно было взять в кавычки.',
};

/** Inserts the extra words before the last lines, which explain the words in quotation marks. */
function withSurplus(text: string, surplus: readonly string[], language: Language): string {
  if (surplus.length === 0) return text;
  const words = surplus.slice(0, maxSurplus).join(' ');
  return `${fillText(surplusWords[language], { words })}\n${text}`;
}

export function unknownPrompt(name: string): ProtocolError {
  return invalid(`Unknown prompt ${shown(name)}: prompts/list has all names.`);
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
const shown = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);

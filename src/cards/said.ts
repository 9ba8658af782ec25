import type { Language } from '../contract/language.ts';
import type { ShownResult } from './host.ts';

/** Extracts texts for people from a result. */

/** Tags that enclose untrusted text. Their content is data. The text around them is written for models. */
const fence = /^<data-([\w-]+)>\n?([\s\S]*?)\n?<\/data-\1>$/gm;

/** Title above the data of a complete result, with its summary. A card has its own title. */
const heading = /^[^\n:,(]+(?: \([^\n]+\))?:\n(?=<data-)/;

/** Block that describes a change in words, in the language of the server. */
const told = /^(In words|Словами):\n<data-([\w-]+)>\n([\s\S]*?)\n<\/data-\2>\n?/m;

const textsOf = ({ content = [] }: ShownResult): string[] =>
  content.flatMap(({ text }) => (text === undefined ? [] : [text]));

/** Returns the texts of a result. Removes titles and tags around data, which are meant for models. */
export const saidBy = (result: ShownResult): string[] => textsOf(result).map(withoutMarks);

const withoutMarks = (text: string) =>
  text
    .replace(heading, '')
    .replace(/^<\/?data-[\w-]+>\n?/gm, '')
    .trim();

/** Returns the notes after the first text of a result, one sentence each. Omits the description of a change. */
export const notesBehind = (result: ShownResult): string[] =>
  textsOf(result)
    .slice(1)
    .flatMap((text) => withoutMarks(text.replace(told, '')).split('\n'))
    .filter(Boolean);

/** Returns the description of a change. Returns undefined if there is none in this language. */
export function changeSaid(result: ShownResult, language: Language): string | undefined {
  const [, title, , line] =
    textsOf(result)
      .map((text) => told.exec(text))
      .find((found) => found !== null) ?? [];
  return (title === 'Словами') === (language === 'ru') ? line : undefined;
}

/** Returns the quotations in a refusal: text from the service, or records with their names instead of JSON. */
export const quotesIn = (result: ShownResult): string[][] =>
  textsOf(result).flatMap((text) =>
    [...text.matchAll(fence)].map(([, , body = '']) => body.split('\n').map(nameOf).filter(Boolean)),
  );

/** Returns the name and detail of a record that is written as JSON, without its id. Returns other lines unchanged. */
function nameOf(line: string): string {
  if (!line.startsWith('{')) return line;
  try {
    const fields: unknown = JSON.parse(line);
    const { name, Name, detail } = fields as Readonly<Record<string, unknown>>;
    const told = [name ?? Name, detail].filter((one) => typeof one === 'string' && one !== '');
    return told.length > 0 ? told.join(' · ') : line;
  } catch {
    return line;
  }
}

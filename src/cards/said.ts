import type { ShownResult } from './host.ts';

/** The texts of a result, taken apart for people. */

/** A fence. Its lines are data; what stands around it is written for models. */
const fence = /^<data-([\w-]+)>\n?([\s\S]*?)\n?<\/data-\1>$/gm;

/** The title above the data of a whole result. A card has a title already. */
const heading = /^[^\n:,]+:\n(?=<data-)/;

const textsOf = ({ content = [] }: ShownResult): string[] =>
  content.flatMap(({ text }) => (text === undefined ? [] : [text]));

/** The texts of a result without the lines that mark them for a model. */
export const saidBy = (result: ShownResult): string[] =>
  textsOf(result).map((text) =>
    text
      .replace(heading, '')
      .replace(/^<\/?data-[\w-]+>\n?/gm, '')
      .trim(),
  );

/** What the bridge says of an answer behind it, a sentence in each. */
export const notesBehind = (result: ShownResult): string[] =>
  saidBy(result)
    .slice(1)
    .flatMap((text) => text.split('\n'));

/** Returns what a refusal quotes: words of the service, or records with their names in place of JSON. */
export const quotesIn = (result: ShownResult): string[][] =>
  textsOf(result).flatMap((text) =>
    [...text.matchAll(fence)].map(([, , body = '']) => body.split('\n').map(nameOf).filter(Boolean)),
  );

/** Returns the name and detail of a record that is written as JSON, without its id; any other line as it is. */
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

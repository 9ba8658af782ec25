import type { ToolAnswer } from '../../support/clients/harness.ts';
import { unfence } from '../../support/texts/fence.ts';

/** An answer of the bridge, taken apart. */
export interface Answer {
  readonly isError: boolean;
  /** First text without the marks around data. */
  readonly text: string;
  /** Structured result of a lookup. */
  readonly data: any;
  /** JSON of the first text; undefined if it is none. */
  readonly body: any;
  /** Sentences of the bridge about its own answer. */
  readonly notes: readonly string[];
  /** Questions that the person was asked during the call. */
  readonly asked: string;
}

const dataMark = /never an instruction/;

export function readAnswer(result: ToolAnswer, asked: string): Answer {
  const texts = result.content.map(({ text = '' }) => unfence(text));
  const [text = '', ...others] = texts;
  const structured: unknown = result.structuredContent?.notes;
  const noted = Array.isArray(structured) ? structured.map(String) : [];
  const all = [...others.flatMap((other) => other.split('\n')), ...noted];
  return {
    isError: result.isError === true,
    text,
    data: result.structuredContent,
    body: json(text),
    notes: [...new Set(all.filter((note) => note.trim() !== '' && !dataMark.test(note)))],
    asked,
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the rows of a list, whatever the service calls its envelope. */
export function rowsOf({ body }: Answer): readonly Row[] {
  const list = Array.isArray(body) ? body : isRow(body) ? Object.values(body).find(Array.isArray) : undefined;
  return (list ?? []).filter(isRow);
}

/** Writes an id without differences of its form. */
export const plainId = (id: string): string => id.toLowerCase().replace(/[{}-]/g, '');

/** Returns the id of a row: the one of its values that the world knows, or the end of its address. */
export function idOfRow(row: Row, known: ReadonlySet<string>): string {
  const own = Object.entries(row)
    .sort(([name]) => (/^(?:.*id)$/i.test(name) ? -1 : 1))
    .flatMap(([, value]) =>
      typeof value === 'string' ? [plainId(value), plainId(value.split('/').at(-1) ?? '')] : [],
    );
  return own.find((id) => known.has(id)) ?? `unknown ${JSON.stringify(row).slice(0, 80)}`;
}

/** Returns everything that the answer says, in the first text and in its notes. */
export const allOf = ({ text, notes }: Answer): string => [text, ...notes].join('\n');

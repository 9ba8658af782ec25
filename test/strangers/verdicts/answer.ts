import type { ToolAnswer } from '../../support/clients/harness.ts';
import { unfence } from '../../support/texts/fence.ts';

/** Parsed answer of casebridge. */
export interface Answer {
  readonly isError: boolean;
  /** First text, without the fences around data. */
  readonly text: string;
  /** Structured result of a workflow. */
  readonly data: any;
  /** JSON of the first text. Undefined if it is not JSON. */
  readonly body: any;
  /** Notes of casebridge about its answer. */
  readonly notes: readonly string[];
  /** Confirmations that the user received during the call. */
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

/** Returns the rows of a list, whatever property of the service's page contains them. */
export function rowsOf({ body }: Answer): readonly Row[] {
  const list = Array.isArray(body) ? body : isRow(body) ? Object.values(body).find(Array.isArray) : undefined;
  return (list ?? []).filter(isRow);
}

/** Normalizes the notation of an id. */
export const plainId = (id: string): string => id.toLowerCase().replace(/[{}-]/g, '');

/** Returns the id of a row: the value that is a known id, or the end of its address. */
export function idOfRow(row: Row, known: ReadonlySet<string>): string {
  const own = Object.entries(row)
    .sort(([name]) => (/^(?:.*id)$/i.test(name) ? -1 : 1))
    .flatMap(([, value]) =>
      typeof value === 'string' ? [plainId(value), plainId(value.split('/').at(-1) ?? '')] : [],
    );
  return own.find((id) => known.has(id)) ?? `unknown ${JSON.stringify(row).slice(0, 80)}`;
}

/** Returns the first text and all notes of an answer. */
export const allOf = ({ text, notes }: Answer): string => [text, ...notes].join('\n');

import { startService, type TestClient, type TestService, textOf } from '../support/clients/harness.ts';
import { type PassingRequest, type Perturbation, startPerturbed } from '../support/servers/perturbing.ts';
import { unfence } from '../support/texts/fence.ts';
import type { Question } from './questions.ts';

/**
 * Comparison of a result with that of the unmodified service. `right`: equal. `said`: different, and the
 * result reports it. `poorer`: the same records with less information. `WRONG`: different in another way,
 * without a report. `not asked`: no request was affected.
 */
export type Cell = 'right' | 'said' | 'poorer' | 'WRONG' | 'not asked';

export interface MatrixRow {
  readonly perturbation: string;
  readonly cells: readonly Cell[];
  /** Right and actual results of the wrong cells. */
  readonly wrong: readonly { readonly question: string; readonly right: string; readonly got: string }[];
}

interface Shown {
  /** Part of the result that describes records. */
  readonly facts: string;
  /** Notes about the result. */
  readonly notes: string;
  readonly isError: boolean;
}

/** Wording by which the server reports that a result may differ from the request. */
export const doubts =
  /service ignored|could not be (?:checked|read)|not read|not all .{1,40} were read|not (?:given|returned)|were searched|Withheld|(?:some|records) may exist|does not (?:say|return|show)|another format|named? not/i;

export const nameOf = ({ tool, about }: Question) => `${tool} (${about})`;

/**
 * Makes each call with each modified service and compares the results.
 * @param profile kind of deployment of the embedded service
 */
export async function runMatrix(
  questions: readonly Question[],
  perturbations: readonly Perturbation[],
  profile?: string,
): Promise<MatrixRow[]> {
  const service = await startService(profile === undefined ? {} : ({ profile } as object));
  const perturbed = await startPerturbed(service.url);
  try {
    const ask = (question: Question) => asked(service, perturbed.url, question);
    const right: { answer: Shown; requests: readonly PassingRequest[] }[] = [];
    for (const question of questions) {
      const requests: PassingRequest[] = [];
      perturbed.perturbation = { name: 'is as it is', request: (one) => requests.push(copyOf(one)) };
      const answer = await ask(question);
      if (answer.isError) throw new Error(`${nameOf(question)} has no right answer: ${answer.notes}`);
      right.push({ answer, requests });
    }
    const rows: MatrixRow[] = [];
    for (const perturbation of perturbations) {
      let read = '';
      perturbed.perturbation = {
        ...perturbation,
        answer: (body, request) => {
          const answered = perturbation.answer?.(body, request) ?? body;
          read += JSON.stringify(answered);
          return answered;
        },
      };
      const cells: Cell[] = [];
      const wrong: MatrixRow['wrong'][number][] = [];
      for (const [index, question] of questions.entries()) {
        const { answer, requests } = right[index] as (typeof right)[number];
        if (!concerns(perturbation, requests)) {
          cells.push('not asked');
          continue;
        }
        read = '';
        const got = await ask(question);
        const cell = compare(answer, got, read);
        cells.push(cell);
        if (cell === 'WRONG')
          wrong.push({ question: nameOf(question), right: shown(answer), got: shown(got) });
      }
      rows.push({ perturbation: perturbation.name, cells, wrong });
    }
    return rows;
  } finally {
    await perturbed.close();
    await service.close();
  }
}

/** Makes a call with a new server, which has no caches. */
async function asked(service: TestService, url: string, { tool, args }: Question): Promise<Shown> {
  const client = await service.connectAs('anna', {
    over: 'memory',
    args: ['--time-zone', 'Europe/Moscow'],
    env: { CASEBRIDGE_URL: url },
  });
  try {
    return await answerOf(client, tool, args);
  } finally {
    await client.close();
  }
}

async function answerOf(client: TestClient, tool: string, args: Question['args']): Promise<Shown> {
  const answer = await client.callTool(tool, { ...args });
  const [first, ...notes] = answer.content.map(({ text = '' }) => text);
  if (answer.isError) return { facts: '', notes: textOf(answer), isError: true };
  const text = unfence(first ?? '');
  return {
    facts: idsOfRows(text) ?? timeless(text),
    notes: notes.join('\n'),
    isError: false,
  };
}

/** Returns the ids of a list. If rows are shown unchanged, only their ids are compared. */
function idsOfRows(text: string): string | undefined {
  try {
    const body = JSON.parse(text);
    const rows = rowsIn(body) ?? Object.values(body).map(rowsIn).find(Array.isArray) ?? [];
    // A row that is marked as deleted misleads nobody.
    const there = rows.filter((row) => row?.IsDeleted !== true);
    return [...new Set(there.map((row) => plainId(idOf(row))))].join('\n');
  } catch {
    return undefined;
  }
}

/**
 * Returns the id of a row under the service's own field name. Modifications that rename the id use a name
 * that ends with `Guid`.
 */
const idOf = (row: any): unknown =>
  row?.Id ?? row?.id ?? Object.entries(row ?? {}).find(([name]) => name.endsWith('Guid'))?.[1];

/** Normalizes an id. */
const plainId = (id: unknown) => String(id).toLowerCase().replace(/[{}-]/g, '');

const rowsIn = (body: any): any[] | undefined =>
  Array.isArray(body)
    ? body
    : Object.values(body ?? {}).find((value): value is any[] => Array.isArray(value));

/** Removes the current time and the address of the next page, which may differ. */
const timeless = (text: string) =>
  text.replace(/; now [^\n]*|Searched: [^\n]*/g, '').replace(/"NextPageUrl":(?:null|"[^"]*"),?/, '');

/**
 * Compares two results.
 * @param read responses of the service
 */
function compare(right: Shown, got: Shown, read: string): Cell {
  if (got.isError) return right.isError ? 'right' : 'said';
  if (got.facts.toLowerCase() === right.facts.toLowerCase()) return 'right';
  const isNew = (got.notes !== right.notes && doubtsIn(got) > 0) || doubtsIn(got) > doubtsIn(right);
  const saysMore = ({ notes }: Shown) => /the same call with Page/.test(notes);
  return isNew || (saysMore(got) && !saysMore(right))
    ? 'said'
    : isPoorer(right.facts, got.facts, read)
      ? 'poorer'
      : 'WRONG';
}

const doubtsIn = ({ notes, facts }: Shown) => (notes + facts).match(new RegExp(doubts, 'gi'))?.length ?? 0;

/** Words for unknown users, and characters around words. */
const empty = /\ba (?:user|participant)\b|[^\p{L}\p{N}\s]|\bwith\b/gu;
const id = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;

/** Checks whether all records are included and nothing wrong is added. */
function isPoorer(right: string, got: string, read: string): boolean {
  const idsIn = (text: string) => [...new Set(text.toLowerCase().match(id))].sort().join();
  const wordsIn = (text: string) => text.toLowerCase().replace(id, ' ').replace(empty, ' ').split(/\s+/);
  const ofRecords = wordsIn(read).filter((word) => !/^(?:\d{1,4}|no|none|nobody)$/.test(word));
  const known = new Set([...wordsIn(right), ...ofRecords]);
  return idsIn(right) === idsIn(got) && wordsIn(got).every((word) => known.has(word));
}

const shown = ({ facts, notes }: Shown) => `${facts.slice(0, 1500)}\n-- ${notes.slice(0, 600)}`;

const copyOf = ({ method, path, query, body }: PassingRequest): PassingRequest => ({
  method,
  path,
  query: new URLSearchParams(query),
  body: structuredClone(body),
});

/** Checks whether a modification affects any request. Whether it changes a response can only be found by trying. */
function concerns(
  { request: change, refuse, answer, concerns: asked }: Perturbation,
  requests: readonly PassingRequest[],
): boolean {
  if (asked !== undefined) return requests.some(asked);
  if (answer !== undefined || requests.some((one) => refuse?.(one) !== undefined)) return true;
  return requests.some((one) => {
    const changed = copyOf(one);
    change?.(changed);
    const text = ({ query, body }: PassingRequest) => `${query} ${JSON.stringify(body)}`;
    return text(changed) !== text(one);
  });
}

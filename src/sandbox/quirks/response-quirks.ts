import { readAs2023, writeAs2023 } from './profile-2023.ts';
import type { Quirks } from './quirks.ts';

/** How answers become text and bodies become what the routes read, under one set of quirks. */
export interface Dialect {
  /** @param path the path of the route, `'/api/v2/folders/{id}'` */
  write(body: unknown, path: string): string;
  read(body: unknown, path: string): unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** All that quirks change about whole answers, in one place; with the defaults nothing is walked through. */
export function createDialect(quirks: Quirks): Dialect {
  const is2023 = quirks.fieldNames === '2023';
  const marksLeaves = quirks.isLeaf === 'correct';
  const writeDate = dateForms[quirks.dates];
  return {
    write: (body, path) => {
      const area = areaOf(path);
      if (marksLeaves && area === 'folders') markLeaves(body);
      const text = JSON.stringify(is2023 ? writeAs2023(area, body) : body);
      return writeDate ? text.replace(moments, writeDate) : text;
    },
    read: (body, path) => (is2023 ? readAs2023(areaOf(path), body) : body),
    headers: {
      'api-supported-versions': quirks.plainVersions ? '1, 2, 3, 4' : '1.0, 2.0, 3.0, 4.0',
      'api-deprecated-versions': quirks.plainVersions ? '1' : '1.0',
      'cache-control': 'no-store,no-cache',
      pragma: 'no-cache',
      'strict-transport-security': 'max-age=2592000',
      server: 'sandbox',
    },
  };
}

/** Strings that are a moment and nothing else. */
const moments = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{3})Z"/g;
type WriteDate = (match: string, seconds: string, fraction: string) => string;
const dateForms: Record<Quirks['dates'], WriteDate | undefined> = {
  milliseconds: undefined,
  seconds: (_match, seconds) => `"${seconds}Z"`,
  ticks: (_match, seconds, fraction) => `"${seconds}${fraction}0000Z"`,
  unzoned: (_match, seconds, fraction) => `"${seconds}${fraction}"`,
};

/** `'/api/v4/participants{id}'` → `'participants'`. */
const areaOf = (path: string) => /^\/api\/v\d\/(\w+)/.exec(path)?.[1] ?? '';

interface Node {
  Items?: Node[];
  IsLeaf?: boolean;
}

/** The answers of folders are made anew for every request, so they may be changed. */
function markLeaves(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const node: Node = body;
  for (const child of node.Items ?? []) markLeaves(child);
  if (node.IsLeaf !== undefined) node.IsLeaf = (node.Items ?? []).length === 0;
}

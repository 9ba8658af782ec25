import type { OperationClient } from '../../contract/operations/operation-client.ts';

/** Kinds as they appear in the addresses of web pages, if they differ from the word in the API path. */
const kinds: Readonly<Record<string, string>> = { object: 'case' };
/**
 * Returns a client that replaces API addresses in records with the addresses of web pages. If no web page is known, the
 * API address is removed, because a browser that opens it gets a 401.
 * @param template template such as `https://cases.example.com/#/{kind}/{id}`; `{kinds}` is the plural
 */
export function withPages(operations: OperationClient, template: string | undefined): OperationClient {
  return {
    ...operations,
    call: async (name, args, reading) => linked(await operations.call(name, args, reading), template, 0),
    answer: async (name, args, reading) => {
      const answer = await operations.answer(name, args, reading);
      return { ...answer, body: linked(answer.body, template, 0) };
    },
  };
}

/** Maximum nesting depth that is searched, because deeper values are not records. */
const maxDepth = 8;

function linked(value: unknown, template: string | undefined, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => linked(item, template, depth + 1));
  const fields = Object.entries(value).map(([name, item]) => [name, linked(item, template, depth + 1)]);
  const record = Object.fromEntries(fields) as Record<string, unknown>;
  const { Id, Url } = record;
  if (typeof Id === 'string' && typeof Url === 'string') record.Url = pageOf(Id, Url, template);
  return record;
}

/** Returns the address of a record's web page, if one is known. An address outside the API is already one. */
function pageOf(id: string, address: string, template: string | undefined): string | undefined {
  const steps = (address.split(/[?#]/, 1)[0] ?? '').split('/');
  if (!steps.includes('api')) return address;
  // In an API path, the kind precedes the id: `/api/v2/tasks/{id}`.
  const word = steps.at(-2)?.toLowerCase().replace(/s$/, '');
  if (template === undefined || word === undefined) return undefined;
  const kind = kinds[word] ?? word;
  return template.replaceAll('{kind}', kind).replaceAll('{kinds}', `${kind}s`).replaceAll('{id}', id);
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUuid } from '../../../src/contract/uuid.ts';
import { parseExact } from '../../../src/json/exact.ts';
import { completeSchema } from '../../../src/mcp/tools/published-schema.ts';
import { asRead, readBack } from '../../support/answers/shown.ts';
import { tools, validArguments } from '../../support/arguments.ts';
import { createUser } from '../../support/clients/asked.ts';
import { connect, type TestClient } from '../../support/clients/harness.ts';
import { environmentOf, json, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

/**
 * The question to the user, the audit log and the request to the service contain the same values, for all
 * operations that ask.
 */

const changing = tools.filter(({ operation }) => operation.access !== 'read' && !operation.handler);
/** Replaces random URLs, whose hosts would not be allowed. */
const fetched = { url: 'https://files.example.com/a?b=[1](2)' };
/** Returns a record for any id, with all lists that a change may add to. */
const record = (target: string) => ({
  Id: target.split('?')[0]?.split('/').at(-1),
  Name: 'The *record*',
  ...{ Permissions: [], Dates: [], Intervals: [], Responsibles: [], Attendees: [], Documents: [], Cases: [] },
  Members: [],
});
const user = createUser('agrees');
let upstream: Upstream;
let client: TestClient;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'asked-'));
  upstream = await startUpstream({
    call: (response, { method, target }) => json(response, 200, method === 'GET' ? record(target) : {}),
  });
  client = await connect({
    over: 'memory',
    user,
    env: {
      ...environmentOf(upstream.url),
      CASEBRIDGE_LOG_LEVEL: 'silent',
      CASEBRIDGE_CONFIRM: 'create,update,delete,outbound,admin',
      CASEBRIDGE_FETCH_HOSTS: 'example.com',
      CASEBRIDGE_AUDIT_FILE: join(folder, 'changes.jsonl'),
    },
  });
});
afterAll(async () => {
  await client?.close();
  await upstream?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Sent = Upstream['seen'][number];

function* namesIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, part] of Object.entries(schema)) {
    if (key === 'properties') yield* Object.keys(part as object);
    yield* namesIn(part);
  }
}

/** Returns all values in a request, including names of further fields and tags. */
function valuesOf({ target, body, headers }: Sent, template: string): string[] {
  const { pathname, searchParams } = new URL(target, 'http://service.invalid');
  const steps = template.split('/');
  // A segment such as `participants{id}` begins with a fixed word and may consist of it alone.
  const path = pathname.split('/').flatMap((step, at) => {
    const [word = ''] = (steps[at] ?? '').split('{');
    return step === word ? [] : [step.slice(word.length)];
  });
  const values = [...path.map(decodeURIComponent), ...searchParams.values()];
  if (/^application\/json/.test(headers['content-type'] ?? '')) values.push(...leaves(parseExact(body)));
  for (const part of body.split(/\r\n--\S+\r\n|^--\S+\r\n/).slice(1)) {
    const [head = '', ...text] = part.split('\r\n\r\n');
    const name = /filename="([^"]*)"/.exec(head)?.[1];
    values.push(name === undefined ? text.join('\r\n\r\n').replace(/\r\n--\S+--\r\n$/, '') : name);
  }
  return values;
}

function leaves(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, item]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...leaves(item),
  ]);
}

const intents = () =>
  readFileSync(join(folder, 'changes.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"intent"'))
    .map((line) => JSON.parse(line));

describe.each(changing)('$operation.name', ({ operation, schema }) => {
  it('sends the confirmed values and records its ids [FLT-67]', async () => {
    // Argument names of the API, including those of items in arrays. The confirmation request may show them under
    // other names or leave them out.
    const argumentNames = new Set(namesIn(completeSchema(schema)));
    await fc.assert(
      fc.asyncProperty(validArguments(schema), async (generated) => {
        const file = operation.fileParts?.[0];
        const args = {
          ...generated,
          ...(operation.fetches ? fetched : {}),
          ...(file === undefined ? {} : { [file]: { name: '[a](b).txt', text: '*x*' } }),
        };
        user.questions.length = 0;
        upstream.seen.length = 0;
        const { isError } = await client.callTool(operation.name, args);
        const sent = upstream.seen.filter(
          ({ method, target }) => method !== 'GET' && !/\/auth\//.test(target),
        );
        expect(sent.length).toBeLessThan(2);
        const [request] = sent;
        const [question = ''] = user.questions;
        // Twelve changes must be made. Arguments that are refused for reasons outside of the schema do not
        // count.
        fc.pre(!isError && request !== undefined && !question.includes('[withheld]'));
        const read = readBack(question);
        const shown = question.includes('Acts on: "The \\*record\\*"')
          ? Object.values(operation.target?.args ?? {})
          : [];
        const named = new Set(
          shown.map((name) => String((args as Record<string, unknown>)[name]).toLowerCase()),
        );
        const values = valuesOf(request, operation.path ?? '').filter((value) => !argumentNames.has(value));
        for (const value of values)
          if (!named.has(value.toLowerCase())) expect(read).toContain(asRead(value));
        const recorded = Object.values(intents().at(-1).ids).flat() as string[];
        expect(new Set(recorded)).toEqual(new Set(values.filter(isUuid)));
      }),
      { numRuns: 12 },
    );
  });
});

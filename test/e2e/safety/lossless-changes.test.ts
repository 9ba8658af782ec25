import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../../support/clients/harness.ts';
import { dialects } from '../../support/servers/keeping/dialect.ts';
import { callOf, changed, randomChange } from '../../support/servers/keeping/random-change.ts';
import {
  type KeepingService,
  startKeepingService,
  type Update,
} from '../../support/servers/keeping/service.ts';

/**
 * Random changes on services that store records in different ways. A field is changed or lost only if the
 * call requests it or the result reports it. `CASEBRIDGE_TEST_CHANGES=2000` runs 2000 of them.
 */

const runs = Number(process.env.CASEBRIDGE_TEST_CHANGES ?? 200);
vi.setConfig({ testTimeout: 600_000 });

const folder = mkdtempSync(join(tmpdir(), 'casebridge-changes-'));
const opened: { close(): Promise<unknown> }[] = [];
afterAll(async () => {
  for (const one of opened.reverse()) await one.close();
  rmSync(folder, { recursive: true });
});

const updates: readonly Update[] = ['replaces', 'merges', 'ignores', 'fails half way'];
/** Each notation of records with a service that replaces them, and with a service of one other kind. */
const places = dialects.flatMap((dialect, index) =>
  updates
    .filter((_, other) => other === 0 || other === (index % (updates.length - 1)) + 1)
    .map((update) => ({ dialect, update })),
);

interface Place {
  readonly service: KeepingService;
  readonly client: TestClient;
}
const started = new Map<(typeof places)[number], Promise<Place>>();
async function start({ dialect, update }: (typeof places)[number]): Promise<Place> {
  const service = await startKeepingService(dialect, { update });
  opened.push(service);
  const client = await connect({
    over: 'memory',
    env: {
      CASEBRIDGE_URL: service.url,
      CASEBRIDGE_LOGIN: 'anna',
      CASEBRIDGE_PASSWORD: 'secret',
      CASEBRIDGE_CONFIRM: 'none',
      CASEBRIDGE_LEARN: dialect.isDescribed ? 'on' : 'off',
      CASEBRIDGE_CACHE_DIR: mkdtempSync(join(folder, 'cache-')),
    },
  });
  opened.push(client);
  return { service, client };
}
const at = (place: (typeof places)[number]): Promise<Place> => {
  const known = started.get(place) ?? start(place);
  started.set(place, known);
  return known;
};

/** Returns the scalar values of a record, by path. A list counts as one value, regardless of its order. */
function leaves(value: unknown, path: readonly string[] = []): ReadonlyMap<string, string> {
  if (Array.isArray(value))
    return new Map([[path.join('.'), JSON.stringify(value.map((one) => JSON.stringify(one)).sort())]]);
  if (typeof value !== 'object' || value === null)
    return value == null ? new Map() : new Map([[path.join('.'), JSON.stringify(value)]]);
  return new Map(Object.entries(value).flatMap(([name, item]) => [...leaves(item, [...path, name])]));
}

const figures = new Map<string, number>();
const count = (what: string) => figures.set(what, (figures.get(what) ?? 0) + 1);

/**
 * Parts of a result about fields that differ from the call: headings of notes, and field names with their
 * previous values.
 */
const telling =
  /^(?:Changed or lost|The service has also set|Not saved|The service does not show whether it saved)[^:]*: [^\n]*|^\{"[\w.]+":|^[\w.]+ was sent as [^\n]*/gm;

/** Checks whether a heading names a field, the group that it is in, or the field without its group. */
function isNamed(path: string, headings: string): boolean {
  const parts = path.toLowerCase().split('.');
  const names = [parts.join('.'), parts[0], parts.at(-1)].map((name) => `.${name}`);
  const words = headings.toLowerCase().match(/[a-z][a-z.]*[a-z]/g) ?? [];
  return words.some((word) =>
    names.some((name) => `.${word}`.replace(/id$/, '').endsWith(name) || `.${word}`.endsWith(name)),
  );
}

describe('a change of random fields', () => {
  it(`loses or changes no other field without reporting it, and makes or reports the requested change, in ${runs} runs`, async () => {
    const cases = fc.record({ change: randomChange, place: fc.constantFrom(...places) });
    await fc.assert(
      fc.asyncProperty(cases, async ({ change, place }) => {
        const { service, client } = await at(place);
        const { tool, kind, args } = change;
        service.reset();
        const before = structuredClone(service.records[kind]) as Record<string, unknown>;
        const expected = leaves(changed(change, before));
        const result = await client.callTool(tool, callOf(change, before));
        const texts = result.content.map((one) => one.text ?? '');
        const said = (texts.join('\n').match(telling) ?? []).join('\n');
        const { changed: _, ...after } = service.records[kind] as Record<string, unknown>;
        const [was, is] = [leaves(before), leaves(after)];
        // After a refusal or a failure, a field that was asked for may have either value.
        const isRight = (path: string) =>
          is.get(path) === expected.get(path) || (result.isError === true && is.get(path) === was.get(path));
        const wrong = [...new Set([...expected.keys(), ...is.keys()])].filter((path) => !isRight(path));
        const name = `${place.update}, ${place.dialect.isDescribed ? 'with' : 'without'} a reference`;
        count(`${name}: ${result.isError ? 'refused or failed' : wrong.length === 0 ? 'right' : 'said'}`);
        const silent = wrong.filter((path) => !isNamed(path, said));
        expect(
          silent,
          `${tool} ${JSON.stringify(args)} on ${place.dialect.name}, which ${place.update}: ${texts.join('\n')}`,
        ).toEqual([]);
      }),
      { numRuns: runs, seed: 20260304 },
    );
    for (const [what, number] of [...figures].sort()) process.stdout.write(`${number}\t${what}\n`);
  });
});

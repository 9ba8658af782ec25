import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connect, type TestClient } from '../../support/clients/harness.ts';
import { dialects } from '../../support/servers/keeping/dialect.ts';
import { recordIds, uuid } from '../../support/servers/keeping/records.ts';
import {
  type KeepingService,
  startKeepingService,
  type Update,
} from '../../support/servers/keeping/service.ts';

/**
 * Random changes on services that write records in many ways: no field is lost or changed unless somebody asked for it
 * or the answer says it. `CASEBRIDGE_TEST_CHANGES=2000` makes more of them.
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
/** Each way to write records with a service that replaces them, and each other kind of service once. */
const places = dialects.flatMap((dialect, index) =>
  updates.filter((_, other) => other === 0 || other === index).map((update) => ({ dialect, update })),
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

const text = fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom(...'abcdefgh') });
const someId = fc.integer({ min: 40, max: 60 }).map(uuid);
const moment = fc
  .integer({ min: 0, max: 300 })
  .map((days) => new Date(Date.UTC(2027, 0, 1 + days, 9)).toISOString());
const emptied = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null));

/** Arguments of each tool, and the fields of the record that they write. */
const task = {
  ...{ Name: text, Description: emptied(text), StatusId: someId, TypeId: emptied(someId) },
  ...{ PriorityId: emptied(someId), ParentId: emptied(someId), ExecutionDate: emptied(moment) },
  Attributes: fc.record({ Hours: fc.integer({ min: 1, max: 40 }) }),
  Responsibles: fc.array(fc.record({ Id: someId, Type: fc.constant('User') }), {
    minLength: 1,
    maxLength: 2,
  }),
};
const event = {
  ...{ Name: text, Description: emptied(text), Location: emptied(text), TypeId: emptied(someId) },
  ...{ AllDay: fc.boolean(), Attributes: fc.record({ Room: text }) },
  Attendees: fc.array(fc.record({ Type: fc.constant('User'), EntityId: someId }), {
    minLength: 1,
    maxLength: 2,
  }),
};
const participant = {
  ...{ Name: text, ContactInfo: fc.record({ Phone: text }), Attributes: fc.record({ Segment: text }) },
};
const pick = (...[all, names]: [Record<string, fc.Arbitrary<unknown>>, string[]]) =>
  Object.fromEntries(names.map((name) => [name, all[name] as fc.Arbitrary<unknown>]));
const tools = {
  update_task: { kind: 'tasks', args: task },
  update_task_v2: { kind: 'tasks', args: pick(task, ['Name', 'ExecutionDate', 'Responsibles']) },
  update_event: { kind: 'events', args: event },
  update_event_v2: {
    kind: 'events',
    args: pick(event, ['Name', 'Description', 'AllDay', 'TypeId', 'Attendees']),
  },
  update_participant: {
    kind: 'participants',
    args: { ...participant, INN: emptied(text), IndividualInfo: fc.record({ FirstName: emptied(text) }) },
  },
  update_participant_v3: { kind: 'participants', args: participant },
  update_object: {
    kind: 'objects',
    args: { Name: text, Stage: emptied(text), ClientId: emptied(someId), Description: emptied(text) },
  },
  update_document: {
    kind: 'documents',
    args: { TypeId: emptied(someId), Attributes: fc.record({ Pages: text }) },
  },
} as const;
type Tool = keyof typeof tools;

const change = fc.constantFrom(...(Object.keys(tools) as Tool[])).chain((tool) =>
  fc.record({
    tool: fc.constant(tool),
    place: fc.constantFrom(...places),
    args: fc
      .record(tools[tool].args as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
      .filter((args) => Object.keys(args).length > 0),
  }),
);

/** Leaves of a record by their paths; entries of lists count by what they are, in any order. */
function leaves(value: unknown, path: readonly string[] = []): ReadonlyMap<string, string> {
  if (Array.isArray(value))
    return new Map([[path.join('.'), JSON.stringify(value.map((one) => JSON.stringify(one)).sort())]]);
  if (typeof value !== 'object' || value === null)
    return value == null ? new Map() : new Map([[path.join('.'), JSON.stringify(value)]]);
  return new Map(Object.entries(value).flatMap(([name, item]) => [...leaves(item, [...path, name])]));
}

const figures = new Map<string, number>();
const count = (what: string) => figures.set(what, (figures.get(what) ?? 0) + 1);

describe('a change of random fields', () => {
  it(`loses or changes nothing else without saying so, in ${runs} runs`, async () => {
    await fc.assert(
      fc.asyncProperty(change, async ({ tool, place, args }) => {
        const { service, client } = await at(place);
        const { kind } = tools[tool];
        service.reset();
        const before = structuredClone(service.records[kind]);
        const id = recordIds[kind];
        const fixed =
          kind === 'documents' ? { Id: id, Date: new Date(before?.Date as number).toISOString() } : { id };
        const result = await client.callTool(tool, { ...fixed, ...args });
        const texts = result.content.map((one) => one.text ?? '');
        const said = texts
          .filter((one) => /^Changed or lost|^The service has also set|not as it was/m.test(one))
          .join('\n')
          .toLowerCase();
        const { changed: _, ...after } = service.records[kind] as Record<string, unknown>;
        const [was, is] = [leaves(before), leaves(after)];
        const asked = Object.entries(args).flatMap(([name, value]) =>
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.keys(value).map((inner) => `${name}.${inner}`)
            : [name.replace(/Id$/, '')],
        );
        const others = [...new Set([...was.keys(), ...is.keys()])].filter(
          (path) => was.get(path) !== is.get(path) && !asked.includes(path),
        );
        const name = `${place.update}, ${place.dialect.isDescribed ? 'with' : 'without'} a reference`;
        count(`${name}: ${result.isError ? 'refused or failed' : others.length === 0 ? 'lossless' : 'said'}`);
        const silent = others.filter((path) => !said.includes(path.split('.')[0]?.toLowerCase() ?? ''));
        expect(
          silent,
          `${tool} ${JSON.stringify(args)} on ${place.dialect.name}, which ${place.update}: ${said}`,
        ).toEqual([]);
      }),
      { numRuns: runs, seed: 20260304 },
    );
    for (const [what, number] of [...figures].sort()) process.stdout.write(`${number}\t${what}\n`);
  });
});

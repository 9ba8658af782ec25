import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { runsOnce } from '../../support/clients/once.ts';
import {
  type Ask,
  askAll,
  calling,
  few,
  library,
  operations,
  startPlanted,
  type Walker,
  waysToAsk,
} from '../../support/repository/walking.ts';
import { risky } from '../../support/risky.ts';
import { bareTexts } from '../../support/texts/fence.ts';
import { breakages, files, marker, type Plant, refusals, successes } from '../../support/texts/planting.ts';

/**
 * A service that inserts OBEY into every text, and all requests of a client. The inserted texts must reach
 * the client only inside fences, where an assistant treats them as data.
 */

let planted: Awaited<ReturnType<typeof startPlanted>>;
beforeAll(async () => {
  planted = await startPlanted();
});
afterAll(() => planted?.close());

/** Number of parts into which the operations are split. Each kind of planted text is tried with one part. */
const parts = 9;
/** Returns a part of the operations, which differs with each turn. */
const someOperations = (turn: number, of = parts) =>
  operations.filter((_one, index) => (index + turn) % of === 0).map(({ ask }) => ask);
/** Returns a third of the other kinds of requests, which differs with each turn. */
const someWays = (turn: number) =>
  [...waysToAsk, ...library].filter((_one, index) => (index + turn) % 3 === 0);
const everything = [...someOperations(0, 1), ...waysToAsk, ...library];
const downloads = operations.filter(({ operation }) => operation.answers === 'file').map(({ ask }) => ask);

/** Runs requests while all responses contain planted texts. */
async function askPlanted(walker: Walker, plant: Plant, asks: readonly Ask[]) {
  planted.planting.plant = plant;
  try {
    return await askAll(walker, asks);
  } finally {
    planted.planting.plant = undefined;
  }
}

describe('a client of a service that plants instructions', () => {
  let walker: Walker;
  beforeAll(async () => {
    walker = await planted.walk({}, { kind: 'v2 pinned' });
  });
  afterAll(() => walker?.client.close());

  it.each(['texts', 'fields beside the known ones'])(
    'sees none outside of the fence if the service answers with %s [FLT-83]',
    async (name) => {
      // Each request with fields beside the known ones takes longer, so these meet a third of the requests.
      const asks = name === 'texts' ? everything : [...someOperations(0, 3), ...someWays(0)];
      const { found, met } = await askPlanted(walker, successes[name] as Plant, asks);
      expect(found).toEqual([]);
      expect(met).toBeGreaterThan(40);
    },
  );

  it.each(
    Object.keys(successes)
      .slice(1)
      .filter((name) => !name.startsWith('fields beside')),
  )('sees none outside of the fence if some responses have %s [FLT-83]', async (name) => {
    const turn = Object.keys(successes).indexOf(name);
    const asks = [...someOperations(turn), ...someWays(turn)];
    const { found, met } = await askPlanted(walker, successes[name] as Plant, asks);
    expect(found).toEqual([]);
    const isSilent = ['headers', 'addresses of pages'].includes(name);
    expect(met).toBeGreaterThan(isSilent ? -1 : 60 / parts);
  });

  it.each(Object.entries(files))(
    'sees none outside of the fence if a file is %s [FLT-83]',
    async (_, plant) => {
      expect((await askPlanted(walker, plant, downloads)).found).toEqual([]);
      expect(downloads.length).toBeGreaterThan(3);
    },
  );

  it('asks for every tool but those of tokens [FLT-83]', async () => {
    const asked = new Set([...someOperations(0, 1), ...waysToAsk].map(([what]) => what.split(' ')[0]));
    const { tools } = await walker.client.listTools();
    const left = tools.filter(({ name }) => !asked.has(name) && !/_token$/.test(name));
    expect(left.map(({ name }) => name)).toEqual([]);
  });

  it.each(Object.keys(breakages))(
    'sees none outside of the fence if a response is %s [FLT-83]',
    async (name) => {
      const asks = [...someOperations(Object.keys(breakages).indexOf(name), 2 * parts), ...few];
      expect((await askPlanted(walker, breakages[name] as Plant, asks)).found).toEqual([]);
    },
  );

  it('sees none outside of the fence if it refuses, in any form and with any status [FLT-83]', async () => {
    const statuses = [400, 401, 403, 404, 409];
    for (const [index, ask] of [...someOperations(0, 3), ...someWays(0), ...downloads].entries()) {
      const shapes = Object.values(refusals(statuses[index % statuses.length] ?? 400));
      const plant = shapes[index % shapes.length] as Plant;
      expect((await askPlanted(walker, plant, [ask])).found).toEqual([]);
    }
  });

  it.each([413, 429, 500, 503])(
    'sees none outside of the fence if changes fail with %i, in any form',
    async (status) => {
      const changes = ['create_task', 'create_object'].map((name) => calling(name, { Name: 'x' }));
      for (const plant of Object.values(refusals(status)))
        expect((await askPlanted(walker, plant, changes)).found).toEqual([]);
    },
  );
});

describe.runIf(runsOnce())('a client whose files are saved', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('sees none outside of the fence with any file', async () => {
    const walker = await planted.walk({ CASEBRIDGE_EXCHANGE_DIR: folder }, { over: 'memory' });
    for (const plant of Object.values(files)) {
      const { found } = await askPlanted(walker, plant, downloads.slice(0, 3));
      expect(found).toEqual([]);
    }
    await walker.client.close();
    expect(readdirSync(folder).length).toBeGreaterThan(3);
  });
});

describe('an older client of a service that plants instructions', () => {
  let walker: Walker;
  beforeAll(async () => {
    walker = await planted.walk({}, { kind: 'v1' });
  });
  afterAll(() => walker?.client.close());

  it.each(['texts', 'fields beside the known ones'])(
    'sees none outside of the fence if the service answers with %s [FLT-83]',
    async (name) => {
      const { found, met } = await askPlanted(walker, successes[name] as Plant, someWays(name.length));
      expect(found).toEqual([]);
      expect(met).toBeGreaterThan(60 / parts);
    },
  );

  it('sees none outside of the fence if it refuses, in any form', async () => {
    for (const [index, plant] of Object.values(refusals(409)).entries()) {
      const asks = [...few, ...downloads].filter((_ask, place) => (place + index) % 3 === 0);
      expect((await askPlanted(walker, plant, asks)).found).toEqual([]);
    }
  });
});

describe.each(['v1', 'v2 pinned'] as const)('a client %s whose user is asked', (kind) => {
  it('sees none outside of the fence, in the question or after it', async () => {
    const user = createUser('agrees');
    const walker = await planted.walk({ CASEBRIDGE_CONFIRM: '' }, { kind, user });
    try {
      for (const reply of ['agrees', 'declines'] as const) {
        user.reply = reply;
        const asks = risky.map(({ tool, args }) => calling(tool, args(planted.planting.url)));
        const { found, met } = await askPlanted(walker, successes.texts as Plant, asks);
        expect(found).toEqual([]);
        expect(met).toBeGreaterThan(5);
      }
      expect(user.questions.join()).toMatch(marker);
    } finally {
      await walker.client.close();
    }
  });
});

describe('the search for planted words outside of the fence', () => {
  it('sees them outside of a fence, in a name, in a note and behind no mark', () => {
    const fence = '<data-AAAAAAAAAAAAAAAA>\nOBEY\n</data-AAAAAAAAAAAAAAAA>';
    const bare = (result: object) => bareTexts({ result }).filter(({ text }) => marker.test(text)).length;
    const structure = { notes: ['never an instruction'], text: 'OBEY' };
    expect([
      bare({ content: [{ type: 'text', text: fence }] }),
      bare({ structuredContent: structure }),
      bare({ contents: [{ text: JSON.stringify({ about: 'never an instruction', data: 'OBEY' }) }] }),
      bare({ content: [{ type: 'image', mimeType: 'image/png', data: 'OBEY' }] }),
    ]).toEqual([0, 0, 0, 0]);
    expect([
      bare({ content: [{ type: 'text', text: `${fence}\nOBEY` }] }),
      bare({ content: [{ type: 'resource', resource: { uri: 'file:///OBEY', mimeType: 'x/y' } }] }),
      bare({ structuredContent: { ...structure, notes: ['never an instruction', 'OBEY'] } }),
      bare({ structuredContent: { text: 'OBEY', notes: structure.notes } }),
      bare({ contents: [{ text: JSON.stringify({ data: 'OBEY' }) }] }),
      bare({ _meta: { OBEY: 1 } }),
    ]).toEqual([1, 1, 1, 1, 1, 1]);
    expect(() => bare({ content: [{ text: `${fence}\n</data-AAAAAAAAAAAAAAAA>` }] })).toThrow(/ends 2 times/);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { caseId, sampleIds } from '../support/sample-ids.ts';
import { type Call, createCaller } from './client.ts';

let sandbox: Sandbox;
afterEach(() => sandbox?.close());

/** Requests for all lists, made as `admin`. */
const lists = [
  ...['users', 'roles', 'tasks', 'events', 'folders', 'projects', 'dictionaries', 'objectTypes', 'calls'],
].map((name) => `GET /api/v2/${name}?Limit=100`);
const read = async (call: Call) =>
  Promise.all(
    [...lists, `GET /api/v2/objects/${caseId('smith')}`].map(async (request) => {
      const { status, text } = await call('admin', request);
      return `${status} ${text}`;
    }),
  );

describe('a service that is reset', () => {
  it('has all original records after any change, each time', async () => {
    const now = () => new Date('2026-03-04T09:00:00.000Z');
    sandbox = await createSandbox({ now });
    const caller = () => createCaller(() => sandbox.url);
    const first = await read(caller());
    expect(first.filter((answer) => answer.startsWith('200 ')).length).toBeGreaterThan(5);
    for (let time = 0; time < 3; time += 1) {
      const call = caller();
      const smith = `/api/v2/objects/${caseId('smith')}`;
      const { body } = await call<any>('admin', `GET ${smith}`);
      const renamed = await call('admin', `PUT ${smith}`, { Name: 'Renamed', Fields: body.Fields });
      expect(renamed.status).toBeLessThan(300);
      const gone = await call('admin', `DELETE /api/v2/tasks/${sampleIds.prepareBundle}`);
      expect(gone.status).toBeLessThan(300);
      expect(await read(call)).not.toEqual(first);
      sandbox.reset();
      expect(await read(caller())).toEqual(first);
    }
  });

  it('has its dates from the day on which it is reset', async () => {
    let now = '2026-03-04T09:00:00.000Z';
    sandbox = await createSandbox({ now: () => new Date(now) });
    const due = async () => (await createCaller(() => sandbox.url)('admin', lists[2] as string)).text;
    const first = await due();
    sandbox.reset();
    expect(await due()).toBe(first);
    now = '2026-09-17T09:00:00.000Z';
    sandbox.reset();
    expect(await due()).toContain('2026-09-1');
    now = '2026-03-04T10:00:00.000Z';
    sandbox.reset();
    expect(await due()).toBe(first);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { connect, startService } from '../support/clients/harness.ts';
import { setClock, usualMoment } from '../support/time/clock.ts';

afterEach(() => setClock(usualMoment));

/** Returns the server's current time, to the minute, as `agenda` reports it. */
async function nowOf(...args: string[]): Promise<string> {
  const client = await connect({ over: 'stdio', args: ['--time-zone', 'UTC', ...args] });
  try {
    return (await client.callTool('agenda', {})).structuredContent.now;
  } finally {
    await client.close();
  }
}

describe('the clock of the tests', () => {
  it.each([
    ['2028-02-29T23:55:00Z', 'Tue 2028-02-29 23:5'],
    ['2026-12-31T12:30:00Z', 'Thu 2026-12-31 12:3'],
  ])('is that of the servers and of their embedded service at %s', async (moment, shown) => {
    setClock(moment);
    expect(new Date().toISOString().slice(0, 15)).toBe(moment.slice(0, 15));
    expect(await nowOf('--sandbox')).toContain(shown);
    const service = await startService();
    const anna = await service.connectAs('anna');
    const [{ Id }] = (await anna.call('search_cases', { Name: 'CL-2026-000123' })).Items;
    const { CreationDate } = await anna.call('create_task', { Name: 'Conflict check', CaseId: Id });
    expect(CreationDate.slice(0, 15)).toBe(moment.slice(0, 15));
    await anna.close();
    await service.close();
  });

  it('ticks', async () => {
    const before = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(before);
  });

  it('makes dates like any others', () => {
    expect(new Date()).toBeInstanceOf(Date);
    expect(structuredClone(new Date(0))).toBeInstanceOf(Date);
    expect(new Date().constructor).toBe(Date);
    expect(new Date('2026-03-31').toISOString()).toBe('2026-03-31T00:00:00.000Z');
    expect(Date()).toContain('Mar 04 2026');
    class Day extends Date {}
    expect(new Day()).toBeInstanceOf(Day);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { as } from '../../support/clients/callers.ts';
import { connectTo, textOf } from '../../support/clients/harness.ts';
import { reply } from '../../support/clients/raw.ts';
import { modernRequest } from '../../support/clients/raw-http.ts';
import { type Outcome, outcome, task, tools, useLimits } from './limited.ts';

/** Limits of one caller's calls per minute. */

const { at, start } = useLimits();

describe('calls per minute', () => {
  it.each(Object.entries(tools))(
    'are counted for each caller alone, and each kind for itself: %s [FLT-50]',
    async (kind, tool) => {
      const url = await start('reads=3,writes=3,risky=3');
      const outcomes: Outcome[] = [];
      for (let turn = 0; turn < 4; turn += 1) outcomes.push(await outcome(url, 'ann', tool));
      expect(outcomes).toEqual(['ok', 'ok', 'ok', 'RATE_LIMITED']);
      const sent = at.upstream.seen.length;
      expect(await outcome(url, 'ann', tool)).toBe('RATE_LIMITED');
      expect(at.upstream.seen.length).toBe(sent);
      for (const [other, another] of Object.entries(tools))
        expect(await outcome(url, 'ann', another)).toBe(other === kind ? 'RATE_LIMITED' : 'ok');
      expect(await outcome(url, 'bob', tool)).toBe('ok');
    },
  );

  it('that are too many are refused with the time to wait, after which they are taken', async () => {
    // One call every two seconds.
    const url = await start('reads=30');
    const call = () =>
      modernRequest(url, 'tools/call', { name: 'list_users', arguments: {} }, { headers: as('ann') });
    const results = [];
    for (let turn = 0; turn < 40; turn += 1) results.push((await call()).message.result);
    const refused = results.find(({ isError }) => isError);
    expect(textOf(refused)).toMatch(
      /^RATE_LIMITED: At most 30 calls of this kind \(reads\) a minute are allowed\./,
    );
    expect(textOf(refused)).toMatch(/\bTry again in [12] s\./);
    await vi.waitFor(async () => expect((await call()).message.result.isError).not.toBe(true), 10_000);
  });

  it('that reach people because of their content count as risky too [FLT-64]', async () => {
    const url = await start('writes=10,risky=2');
    const Attendees = [{ Type: 'Email', Email: 'clerk@example.org' }];
    const span = { StartDate: '2026-03-31T09:00:00Z', EndDate: '2026-03-31T10:30:00Z' };
    const meeting = { Name: 'Meeting', ...span };
    const guests = ['create_event', { ...meeting, Attendees }] as const;
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < 3; turn += 1) outcomes.push(await outcome(url, 'ann', guests));
    expect(outcomes).toEqual(['ok', 'ok', 'RATE_LIMITED']);
    expect(at.upstream.requests(/events/)).toHaveLength(2);
    expect(await outcome(url, 'ann', tools.risky)).toBe('RATE_LIMITED');
    expect(await outcome(url, 'ann', ['create_event', meeting])).toBe('ok');
  });

  it('are counted for lookups as for tools', async () => {
    const url = await start('reads=2');
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < 3; turn += 1) outcomes.push(await outcome(url, 'ann', ['who_am_i', {}]));
    expect(outcomes.at(-1)).toBe('RATE_LIMITED');
  });

  it('are not used up by tools/list', async () => {
    const url = await start('reads=1');
    for (let turn = 0; turn < 5; turn += 1)
      expect((await modernRequest(url, 'tools/list', {}, { headers: as('ann') })).status).toBe(200);
    expect(await outcome(url, 'ann', tools.reads)).toBe('ok');
  });
});

describe('an answer to a question', () => {
  const script = ['run_script', { ScriptId: task }] as const;
  const ask = (url: string, extra: object = {}) =>
    modernRequest(
      url,
      'tools/call',
      { name: script[0], arguments: script[1], ...extra },
      { headers: as('ann') },
    );

  it('is not counted as a further call of that kind, in revision 2026-07-28', async () => {
    const url = await start('risky=2');
    for (let turn = 0; turn < 2; turn += 1) {
      const { requestState } = (await ask(url)).message.result;
      expect(await outcome(url, 'ann', script, { ...reply('agrees'), requestState })).toBe('ok');
    }
    expect(await outcome(url, 'ann', script)).toBe('RATE_LIMITED');
    expect(at.upstream.requests(/script/i).length).toBe(2);
  });

  it.each(['v1', 'v2 legacy'] as const)(
    'is not counted as a further call of that kind, by %s',
    async (kind) => {
      const url = await start('risky=2');
      const client = await connectTo(url, { kind, token: 'ann', user: createUser('agrees') });
      for (let turn = 0; turn < 2; turn += 1)
        expect((await client.callTool(...script)).isError).not.toBe(true);
      expect(textOf(await client.callTool(...script))).toContain('RATE_LIMITED');
      await client.close();
      expect(at.upstream.requests(/script/i).length).toBe(2);
    },
  );

  it('is bound to its caller: another caller who has it can neither use it nor use it up [FLT-45]', async () => {
    const url = await start('risky=9');
    const { requestState } = (await ask(url)).message.result;
    const extra = { ...reply('agrees'), requestState };
    expect(await outcome(url, 'bob', script, extra)).not.toBe('ok');
    expect(at.upstream.requests(/script/i)).toEqual([]);
    expect(await outcome(url, 'ann', script, extra)).toBe('ok');
  });

  it('does not extend to calls without a question', async () => {
    const url = await start('writes=1,reads=100');
    const { requestState } = (await ask(url)).message.result;
    const extra = { ...reply('agrees'), requestState };
    expect(await outcome(url, 'ann', tools.writes, extra)).toBe('ok');
    expect(await outcome(url, 'ann', tools.writes, extra)).toBe('RATE_LIMITED');
    expect(at.upstream.requests(/task/i).length).toBe(1);
  });

  it('cannot be sent over and over', async () => {
    const url = await start('reads=3');
    const { requestState } = (await ask(url)).message.result;
    const outcomes: Outcome[] = [];
    for (let turn = 0; turn < 4; turn += 1)
      outcomes.push(await outcome(url, 'ann', script, { ...reply('agrees'), requestState }));
    expect(outcomes).toEqual(['ok', 'ALREADY_ANSWERED', 'ALREADY_ANSWERED', 'RATE_LIMITED']);
    expect(at.upstream.requests(/script/i).length).toBe(1);
  });
});

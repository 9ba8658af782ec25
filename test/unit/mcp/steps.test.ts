import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/contract/errors.ts';
import { type Handled, handle } from '../../../src/mcp/handle.ts';
import { requestSteps } from '../../../src/mcp/pipeline.ts';
import { steps } from '../../../src/mcp/steps.ts';
import type { CallEvent } from '../../../src/observability/log.ts';

const refusal = { code: 'NO', reason: 'No.' };

describe('steps', () => {
  it('run in their order, each with the results of those before it', async () => {
    const list = steps<{ word: string }>()
      .step('first', ({ word }) => ({ letters: [...word] }))
      .step('second', async ({ letters }) => ({ count: letters.length }))
      .step('third', ({ count, word }) => ({ result: `${word} ${count}` }));
    expect(list.names).toEqual(['first', 'second', 'third']);
    expect(await list.run({ word: 'four' })).toMatchObject({ done: { result: 'four 4' } });
  });

  it('end with a refusal or an early result, and skip the following ones', async () => {
    const taken: string[] = [];
    const list = steps<{ how: 'refused' | 'ended' | 'done' }>()
      .step('stops', async ({ how }) =>
        how === 'refused' ? { refusal } : how === 'ended' ? { ended: 'early' } : undefined,
      )
      .step('follows', ({ how }) => {
        taken.push(how);
      });
    expect(await list.run({ how: 'refused' })).toEqual({ refusal });
    expect(await list.run({ how: 'ended' })).toEqual({ ended: 'early' });
    expect(await list.run({ how: 'done' })).toEqual({ done: { how: 'done' } });
    expect(taken).toEqual(['done']);
  });

  it('leave a list that gets another step as it was', () => {
    const list = steps<object>().step('one', () => undefined);
    list.step('two', () => undefined);
    expect(list.names).toEqual(['one']);
  });

  it('of every request check before they send, and show after', () => {
    const order = ['allowed', 'within limits', 'confirmed', 'audited', 'sent and read', 'fenced', 'logged'];
    for (const { names } of Object.values(requestSteps)) {
      const places = order.map((name) => names.indexOf(name)).filter((place) => place !== -1);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
    }
  });
});

describe('a planned change', () => {
  it('passes every check that a call passes before its confirmation, in the same order', () => {
    const { 'called operation': called, 'planned change, before confirmation': planning } = requestSteps;
    const isOfCallOnly = (name: string) =>
      name.startsWith('within limits') || ['confirmation possible', 'stopped by dry run'].includes(name);
    const checks = called.names.slice(0, called.names.indexOf('confirmed'));
    expect(planning.names.slice(0, -1)).toEqual(checks.filter((name) => !isOfCallOnly(name)));
  });
});

describe('around the steps of a request', () => {
  const left: string[] = [];
  const lines: CallEvent[] = [];
  const request = (signal?: AbortSignal) =>
    ({
      services: { log: { call: (line: CallEvent) => lines.push(line) } },
      label: 'get_task',
      began: 0,
      principal: { id: 'local' },
      trace: { requestId: 'one', headers: {}, sent: 0, atService: { underWay: 0, since: 0, ms: 0 } },
      signal,
    }) as unknown as Handled;
  const answer = (run: () => object) => {
    left.length = 0;
    lines.length = 0;
    return handle(
      steps<Handled>()
        .step('within limits', () => ({ leave: () => left.push('left') }))
        .step('does it', () => ({ result: 'fine', ...run() })),
      { refused: async (_, { code }) => code, failed: (_, error) => (error as Error).message },
    );
  };

  it('the place within the limits is given back, however they end', async () => {
    for (const run of [
      () => ({}),
      () => ({ refusal }),
      () => ({ ended: 'early' }),
      fails(new Error('bad')),
    ]) {
      await answer(run)(request());
      expect(left).toEqual(['left']);
    }
  });

  it('a refusal is answered, and a failure leaves a line', async () => {
    expect(await answer(() => ({ refusal }))(request())).toBe('NO');
    expect(lines).toEqual([]);
    const error = new ApiError(404, { Message: 'gone' });
    expect(await answer(fails(error))(request())).toBe(error.message);
    expect(lines).toEqual([
      { tool: 'get_task', request: 'one', serviceMs: 0, caller: 'local', began: 0, error },
    ]);
  });

  it('none runs after the client has left', async () => {
    const reason = new Error('cancelled');
    expect(await answer(fails(reason))(request(AbortSignal.abort(reason)))).toBe('cancelled');
    expect(lines).toEqual([]);
  });
});

const fails = (error: Error) => () => {
  throw error;
};

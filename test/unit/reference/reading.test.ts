import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Credentials } from '../../../src/api/transport/request.ts';
import type { DeploymentForm } from '../../../src/deployment/forms/deployment-file.ts';
import type { Learnt } from '../../../src/deployment/matching/learn.ts';
import type { KeptReading } from '../../../src/deployment/reading/cache.ts';
import { createLearning, type ReferenceReading } from '../../../src/deployment/reading/learning.ts';

/** When the service's reference is read, which calls wait for it, and how later starts use the result. */

const minuteMs = 60_000;
const credentials = { get: async () => 'token', header: () => ({}) } as unknown as Credentials;
const learnt = (real: string): Learnt => ({
  documents: { v1: real },
  operations: { list_tasks: { names: { CaseId: real } } },
  ...{ answers: {}, answerValues: {}, tokens: {} },
  ...{ unsure: [], shown: ['list_tasks'], absent: [], deprecated: [], contradictions: [], required: [] },
});

/** Creates a learning service whose readings end on request, and records its actions. */
function start(kept?: KeptReading) {
  const readings: ((reading: ReferenceReading) => void)[] = [];
  const known: (string | undefined)[] = [];
  const changes: number[] = [];
  const reasons: string[] = [];
  const cache = {
    kept,
    read: async () => cache.kept,
    write: async (one: KeptReading) => {
      cache.kept = one;
    },
  };
  const learning = createLearning({
    cache,
    read: () => new Promise((resolve) => readings.push(resolve)),
    onLearnt: async ({ operations }: DeploymentForm, changed) => {
      known.push(operations?.list_tasks?.names?.CaseId);
      changes.push(changed);
    },
    onNothing: (reason) => reasons.push(reason),
  });
  const call = () => {
    let isOver = false;
    const waited = Promise.resolve(learning.known(credentials)).then(() => {
      isOver = true;
    });
    return { waited, isOver: () => isOver };
  };
  const finish = async (reading: ReferenceReading) => {
    readings.shift()?.(reading);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { learning, readings, known, changes, reasons, cache, call, finish };
}

const begin = (...kept: Parameters<typeof start>) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  return start(...kept);
};
afterEach(() => void vi.useRealTimers());

describe('the first reading on a machine', () => {
  it('delays calls during it, but only for a limited time', async () => {
    const { call } = begin();
    const first = call();
    await vi.advanceTimersByTimeAsync(7_000);
    const second = call();
    await vi.advanceTimersByTimeAsync(900);
    expect([first.isOver(), second.isOver()]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(200);
    expect([first.isOver(), second.isOver()]).toEqual([true, true]);
  });

  it('does not delay calls after this time, although it continues', async () => {
    const { call, learning, readings } = begin();
    await call();
    await vi.advanceTimersByTimeAsync(8_100);
    expect(learning.known(credentials)).toBeUndefined();
    expect(readings).toHaveLength(1);
  });

  it('ends all waiting when it is done, and is kept for the next start', async () => {
    const { call, finish, known, cache, learning } = begin();
    const change = call();
    await vi.advanceTimersByTimeAsync(1);
    await finish(learnt('MatterId'));
    expect(change.isOver()).toBe(true);
    expect(known).toEqual(['MatterId']);
    expect(cache.kept).toMatchObject({
      form: { operations: { list_tasks: { names: { CaseId: 'MatterId' } } } },
    });
    expect(learning.known(credentials)).toBeUndefined();
  });
});

describe('a failed reading', () => {
  it('is kept, so that the next start waits for nothing and says it too', async () => {
    const first = begin();
    const change = first.call();
    await vi.advanceTimersByTimeAsync(1);
    await first.finish('no reference');
    expect([change.isOver(), first.reasons]).toEqual([true, ['no reference']]);

    const second = start(first.cache.kept);
    await second.call().waited;
    expect([second.readings.length, second.reasons]).toEqual([0, ['no reference']]);
  });

  it('is tried again some minutes later, while calls go on', async () => {
    const { call, finish, readings, learning, known, reasons } = begin({
      at: Date.now() - minuteMs,
      nothing: 'no reference',
    });
    await call().waited;
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    expect([learning.known(credentials), readings.length]).toEqual([undefined, 0]);
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    expect([learning.known(credentials), readings.length]).toEqual([undefined, 1]);
    expect([learning.known(credentials), readings.length]).toEqual([undefined, 1]);
    await finish(learnt('MatterId'));
    expect([known, reasons]).toEqual([['MatterId'], ['no reference']]);
  });

  it('keeps earlier learned names', async () => {
    const { call, finish, learning, known, cache } = begin();
    void call();
    await vi.advanceTimersByTimeAsync(1);
    await finish(learnt('MatterId'));
    await vi.advanceTimersByTimeAsync(24 * 60 * minuteMs);
    void learning.known(credentials);
    await finish('another product');
    expect(known).toEqual(['MatterId']);
    expect(cache.kept).toHaveProperty('form');
  });
});

describe('a reference that changed between two readings', () => {
  it('counts for the calls that follow, and how much of it is new is told', async () => {
    const { call, finish, learning, known, changes } = begin();
    void call();
    await vi.advanceTimersByTimeAsync(1);
    await finish(learnt('MatterId'));
    await vi.advanceTimersByTimeAsync(24 * 60 * minuteMs);
    expect(learning.known(credentials)).toBeUndefined();
    await finish(learnt('DossierId'));
    expect(known).toEqual(['MatterId', 'DossierId']);
    // One name was removed and one was added.
    expect(changes).toEqual([0, 2]);
  });
});

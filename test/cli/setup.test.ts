import { describe, expect, it, vi } from 'vitest';

describe('an unhandled error', () => {
  it.fails('fails the test that it belongs to, as a rejection', () => {
    void Promise.reject(new Error('nobody waits for me'));
  });

  it.fails('fails the test that it belongs to, as an exception', async () => {
    setImmediate(() => {
      throw new Error('nobody waits for me');
    });
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('fails no other test', () => undefined);
});

describe('waiting for a condition', () => {
  it('continues for longer than a busy machine needs', async () => {
    const began = performance.now();
    const isLate = () => performance.now() - began > 1500;
    await Promise.all([vi.waitUntil(isLate), vi.waitFor(() => expect(isLate()).toBe(true))]);
  });
});

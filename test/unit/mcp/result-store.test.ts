import { describe, expect, it } from 'vitest';
import { answerTemplate, createResultStore } from '../../../src/mcp/output/result-store.ts';

describe('a stored result', () => {
  it('is read in full by its caller, and by no other', async () => {
    const store = createResultStore();
    const uri = (await store.keep('anna', '{"a":1}')) ?? '';
    expect(uri).toMatch(/^answer:\/\/[\da-f]{32}$/);
    expect(answerTemplate.startsWith(uri.replace(/[\da-f]{32}/, '{id}'))).toBe(true);
    expect(await store.read('anna', uri)).toEqual({ text: '{"a":1}', length: 7 });
    expect(await store.read('boris', uri)).toBeUndefined();
  });

  it('has a new URI each time, which leads only to it', async () => {
    const store = createResultStore();
    const uri = (await store.keep('anna', 'one')) ?? '';
    expect(await store.keep('anna', 'one')).not.toBe(uri);
    for (const other of [`${uri}0`, uri.slice(0, -1), uri.replace('answer', 'file'), `x${uri}`, ''])
      expect(await store.read('anna', other)).toBeUndefined();
  });

  it('is read in chunks, none of which ends inside a character', async () => {
    const store = createResultStore();
    const uri = await store.keep('anna', 'дело 😀 закрыто');
    const part = async (query: string) => (await store.read('anna', `${uri}?${query}`))?.text;
    expect(await part('from=5')).toBe('😀 закрыто');
    expect(await part('to=6')).toBe('дело ');
    expect(await part('from=6&to=7')).toBe('😀');
    expect(await part('from=900&to=2')).toBe('');
    expect(await part('from=-1&to=x')).toBe('дело 😀 закрыто');
  });

  it('is evicted for newer ones within a memory limit, and not stored if it exceeds that', async () => {
    const store = createResultStore();
    const large = 'x'.repeat(12_000_000);
    const uris = [await store.keep('a', large), await store.keep('a', large), await store.keep('a', large)];
    const read = await Promise.all(uris.map((uri) => store.read('a', uri ?? '')));
    expect(read.map((one) => one?.length)).toEqual([undefined, 12_000_000, 12_000_000]);
    expect(await store.keep('a', 'x'.repeat(40_000_000))).toBeUndefined();
  });
});

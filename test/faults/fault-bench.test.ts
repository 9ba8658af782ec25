import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { calls, type Inside, type Outcome, useFaults } from '../support/repository/inside.ts';
import { answer, type Fault, faults } from '../support/servers/fault-server.ts';

/** All faults of connections and all temporary statuses, with the real composition of the request middleware. */

const { server, bridge } = useFaults();

type Kind = keyof typeof calls;
const changes: readonly Kind[] = ['create', 'replace', 'edit', 'remove', 'act'];

/** Starts a service with a script of faults. Returns it with a function that makes one call of a kind. */
async function bench(script: readonly Fault[], options: { timeoutMs?: number } = {}) {
  const service = await server();
  service.plays(...script);
  const inside = bridge(service.url, options);
  return { service, inside, run: (kind: Kind, signal?: AbortSignal) => make(inside, kind, signal) };
}
const make = (inside: Inside, kind: Kind, signal?: AbortSignal): Promise<Outcome> =>
  inside.call(calls[kind][0], calls[kind][1], signal);
const whole = /^\{"Id":"whole","Text":"x{2000}"\}$/;

const broken: readonly [string, Fault][] = [
  ['is reset before its answer', faults.reset],
  ['is closed before its answer', faults.close],
  ['is reset in a body of known length', faults.resetInSizedBody],
  ['is reset in a chunked body', faults.resetInChunkedBody],
  ['ends in a body of known length', faults.endInSizedBody],
  ['ends in a chunked body', faults.endInChunkedBody],
  ['brings gzip that breaks off', faults.endInGzip],
  ['brings a chunk whose size is no number', faults.chunkSizeOfGarbage],
  ['brings two lengths', faults.twoLengths],
  ['speaks another protocol', faults.otherProtocol],
  ['brings noise', faults.noise],
  ['brings a megabyte of headers', faults.headersTooLarge],
];

const octets = { 'content-type': 'application/octet-stream' };
const fileText = 'the text of a file';
const fileHead = (length: number) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ncontent-length: ${length}\r\n\r\n`;

describe('a connection that', () => {
  it.each(broken)(
    '%s once is passed over by a read, which gets the whole answer [FLT-1, FLT-3]',
    async (_what, fault) => {
      const { service, run } = await bench([fault, faults.fine]);
      const { code, text } = await run('read');
      expect([code, text]).toEqual(['done', expect.stringMatching(whole)]);
      expect(service.calls.length).toBe(2);
    },
  );

  it.each(broken)('%s every time makes a read fail at the third attempt [FLT-1]', async (_what, fault) => {
    const { service, run } = await bench([fault]);
    const { code, text } = await run('read');
    expect(code).toBe('UNREACHABLE');
    expect(text).toMatch(/broke before its answer was complete|does not speak valid HTTP/);
    expect(service.calls.length).toBe(3);
  });

  it.each(broken)(
    '%s leaves the outcome of a change unknown, which is sent once [FLT-2]',
    async (_what, fault) => {
      const { service, inside } = await bench([fault]);
      for (const kind of changes) {
        service.plays(fault);
        const { code, text } = await make(inside, kind);
        expect([kind, code]).toEqual([kind, 'OUTCOME_UNKNOWN']);
        expect(text).toMatch(
          /\nCheck with \w+ before doing it again\.$|\nNo tool shows whether it happened: ask the user/,
        );
        expect(service.calls.length).toBe(1);
      }
    },
  );

  it('brings more than it announced never makes a part of an answer pass for the whole [FLT-3]', async () => {
    const { run } = await bench([faults.lengthTooShort]);
    const { code, text } = await run('read');
    expect([code, text]).toEqual(['UNEXPECTED_ANSWER', expect.stringMatching(/is cut off/)]);
  });

  it.each<[string, Fault]>([
    ['with all of it', (socket) => socket.write(`${fileHead(10)}${fileText}`)],
    [
      'ahead of it',
      (socket) => {
        socket.write(fileHead(10));
        socket.write(fileText);
      },
    ],
  ])(
    'announces less of a file than comes, %s, never makes a part pass for the whole',
    async (_how, fault) => {
      const { inside, service } = await bench([fault, answer(200, octets, fileText)]);
      const download = () => inside.call('download_document', { docID: calls.read[1].id });
      expect((await download()).code).toBe('done');
      expect(service.calls.length).toBe(2);
      service.plays(fault);
      expect((await download()).code).toBe('UNREACHABLE');
      expect(service.calls.length).toBe(3);
    },
  );
});

describe('many calls at a time', () => {
  it('open no more connections than there are of them', async () => {
    const { service, run } = await bench([faults.fine]);
    await run('read');
    const caller = async () => {
      for (let call = 1; call <= 20; call += 1) expect((await run('read')).code).toBe('done');
    };
    await Promise.all(Array.from({ length: 16 }, caller));
    expect(service.calls.length).toBe(321);
    expect(service.connections.made).toBeLessThanOrEqual(16);
  });

  it('of one caller who may cancel them together are no reason for a warning', async () => {
    const { run } = await bench([faults.fine]);
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    try {
      const { signal } = new AbortController();
      const outcomes = await Promise.all(Array.from({ length: 24 }, () => run('read', signal)));
      expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => 'done'));
      // Node.js emits warnings in a later turn of the event loop.
      await sleep(0);
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', note);
    }
  });
});

describe('an answer that comes once more, behind the next request', () => {
  it.each(changes)('passes for no answer to a change: %s [FLT-18]', async (kind) => {
    const used = new Map<Socket, number>();
    const twice: Fault = async (socket, taken) => {
      used.set(socket, (used.get(socket) ?? 0) + 1);
      faults.fine(socket, taken);
      // Send the second response as late as possible: when the next request has arrived and is unanswered.
      if (taken.method === 'GET') socket.once('data', () => faults.fine(socket, taken));
    };
    const refuse: Fault = (socket, taken) => {
      used.set(socket, (used.get(socket) ?? 0) + 1);
      answer(409, {}, '{"Message":"The stage is closed."}')(socket, taken);
    };
    const { inside, service } = await bench([twice, refuse, faults.fine]);
    expect((await make(inside, 'read')).code).toBe('done');
    expect((await make(inside, kind)).text).toContain('The stage is closed.');
    expect((await make(inside, 'read')).code).toBe('done');
    expect([...used.values()]).toEqual([1, 1]);
    expect(service.calls.length).toBe(3);
  });
});

describe('a service whose response never ends', () => {
  const endless: readonly [string, Fault][] = [
    ['never answers', faults.stall],
    ['stops within its answer', faults.stallInBody],
    ['drips its answer', faults.drip],
    ['drips its headers', faults.dripInHeaders],
  ];

  it.each(endless)(
    'because it %s is left when the time of the call is over [FLT-6]',
    async (_what, fault) => {
      const { service, inside, run } = await bench([fault], { timeoutMs: 600 });
      expect((await run('read')).code).toBe('DEADLINE');
      expect(service.calls.length).toBe(1);
      expect((await run('create')).code).toBe('OUTCOME_UNKNOWN');
      expect(service.calls.length).toBe(2);
      await inside.close();
      await service.idle();
    },
  );

  it('ends a call even if only the sign-in stalls, and no change was sent [FLT-6]', async () => {
    const { service, run } = await bench([faults.fine], { timeoutMs: 600 });
    service.onToken = faults.stall;
    expect((await run('create')).code).toBe('DEADLINE');
    expect(service.calls).toEqual([]);
  });
});

describe('a caller that cancels', () => {
  const stages: readonly [string, Fault[], Fault | undefined][] = [
    ['while the sign-in stalls', [], faults.stall],
    ['while the answer stalls', [faults.stall], undefined],
    ['while the body stalls', [faults.stallInBody], undefined],
    ['while the body drips', [faults.drip], undefined],
    ['while a repetition is waited for', [answer(503, { 'retry-after': 10 })], undefined],
    ['before anything', [faults.fine], undefined],
  ];

  it.each(stages)(
    '%s is answered at once, and nothing more is sent [FLT-7]',
    async (what, script, onToken) => {
      const { service, run } = await bench(script, { timeoutMs: 60_000 });
      service.onToken = onToken;
      const controller = new AbortController();
      if (what === 'before anything') controller.abort(new Error('cancelled'));
      const running = run('read', controller.signal);
      if (!controller.signal.aborted) {
        await vi.waitUntil(() => service.calls.length + (onToken ? service.tokenCalls.length : 0) > 0);
        await sleep(50);
        controller.abort(new Error('cancelled'));
      }
      // All faults here stall for at least 10 seconds.
      const late = sleep(9000, { code: 'late' }, { ref: false });
      expect((await Promise.race([running, late])).code).toBe('cancelled');
      const sent = service.calls.length;
      await sleep(50);
      expect(service.calls.length).toBe(sent);
    },
  );

  it('at twenty moments of a call leaves no connection in use [FLT-7]', async () => {
    const { service, inside } = await bench([answer(500), faults.drip], { timeoutMs: 60_000 });
    const took: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const controller = new AbortController();
        const running = make(inside, 'read', controller.signal);
        await sleep(turn * 20);
        const at = performance.now();
        controller.abort(new Error('cancelled'));
        expect((await running).code).toBe('cancelled');
        took.push(performance.now() - at);
      }),
    );
    console.log(`cancelled calls returned within ${Math.max(...took).toFixed(1)} ms`);
    // Wait, because requests that were in flight at the cancellation may still arrive.
    for (let sent = -1; sent < service.calls.length; await sleep(300)) sent = service.calls.length;
    // The request that was answered with 500 may have been repeated before the cancellation.
    expect(service.calls.length).toBeLessThanOrEqual(21);
    await inside.close();
    await service.idle();
  });

  it('a change under way is told that its outcome is unknown [FLT-7]', async () => {
    const { service, run } = await bench([faults.stall]);
    const controller = new AbortController();
    const running = run('create', controller.signal);
    await vi.waitUntil(() => service.calls.length > 0);
    controller.abort(new Error('cancelled'));
    expect((await running).code).toBe('OUTCOME_UNKNOWN');
    expect(service.calls.length).toBe(1);
  });
});

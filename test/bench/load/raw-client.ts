import { type ChildProcess, spawn } from 'node:child_process';

export interface Program {
  /** Arguments of Node.js: a script and its arguments. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Client that only writes and counts lines, so that the time is the server's and not a client library's. */
export interface RawClient {
  readonly pid: number;
  /** Sends one request. Returns its parsed result. */
  ask<T = any>(method: string, params: object): Promise<T>;
  /** Sends `count` requests one after another. Returns the duration of each, in milliseconds. */
  times(method: string, params: object, count: number): Promise<number[]>;
  /** Sends `count` requests, with `inFlight` requests always in flight. Returns the total time, in milliseconds. */
  flood(method: string, params: object, count: number, inFlight: number): Promise<number>;
  end(): Promise<void>;
}

export const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'casebridge-bench', version: '1.0.0' },
};

export function start(program: Program): ChildProcess {
  return spawn(process.execPath, [...program.args], {
    env: { PATH: process.env.PATH ?? '', ...program.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Kills a child process and waits for its exit. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await ended;
}

/** Starts a server and performs the handshake of the older protocol revision, which is the cheaper one. */
export async function openRaw(program: Program): Promise<RawClient> {
  const child = start(program);
  const lines = lineReader(child);
  let id = 0;
  const write = (method: string, params: object) => {
    id += 1;
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  };
  const ask = async (method: string, params: object) => {
    write(method, params);
    const answer = JSON.parse(await lines.next());
    if (answer.error) throw new Error(`${method} failed: ${JSON.stringify(answer.error)}`);
    return answer.result;
  };
  await ask('initialize', initialize);
  child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');

  /**
   * Detects failures by their length, because they are far shorter than a good response. This avoids parsing
   * during the measurement.
   */
  const expectLike = async (method: string, params: object) => {
    const usual = JSON.stringify(await ask(method, params)).length;
    return (length: number) => {
      if (length < usual * 0.95) throw new Error(`${method} answered ${length} bytes instead of ${usual}.`);
    };
  };

  return {
    pid: child.pid ?? 0,
    ask,
    times: async (method, params, count) => {
      const check = await expectLike(method, params);
      const taken: number[] = [];
      for (let round = 0; round < count; round += 1) {
        const began = performance.now();
        write(method, params);
        check(await lines.skip());
        taken.push(performance.now() - began);
      }
      return taken;
    },
    flood: async (method, params, count, inFlight) => {
      const check = await expectLike(method, params);
      const began = performance.now();
      for (let sent = 0; sent < inFlight; sent += 1) write(method, params);
      for (let done = 1; done <= count; done += 1) {
        check(await lines.skip());
        if (done + inFlight <= count) write(method, params);
      }
      return performance.now() - began;
    },
    end: () => end(child),
  };
}

/** Reads lines from a process's stdout. `skip` returns the length in bytes without decoding. */
function lineReader(child: ChildProcess) {
  const ready: Buffer[][] = [];
  let open: Buffer[] = [];
  let failure: Error | undefined;
  let wake: (() => void) | undefined;
  const tell = () => {
    wake?.();
    wake = undefined;
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      open.push(chunk.subarray(from, at));
      ready.push(open);
      open = [];
      from = at + 1;
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
    if (ready.length > 0) tell();
  });
  child.once('exit', (code) => {
    failure = new Error(`The server ended by itself (exit code ${code}).`);
    tell();
  });
  const take = async (): Promise<Buffer[]> => {
    while (ready.length === 0) {
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return ready.shift() as Buffer[];
  };
  return {
    next: async () => Buffer.concat(await take()).toString('utf8'),
    skip: async () => (await take()).reduce((size, part) => size + part.length, 0),
  };
}

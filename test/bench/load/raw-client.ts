import { type ChildProcess, spawn } from 'node:child_process';

export interface Program {
  /** Arguments of node: a script and what it takes. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A client that only writes and counts lines: what is measured is the server, not a client library. */
export interface RawClient {
  readonly pid: number;
  /** The parsed result of one request. */
  ask<T = any>(method: string, params: object): Promise<T>;
  /** Milliseconds for each of `count` requests, one after another. */
  times(method: string, params: object, count: number): Promise<number[]>;
  /** Milliseconds for `count` requests with `inFlight` of them always under way. */
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

/** Ends a process that was started here, and waits for it. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  await ended;
}

/** Starts a server and says hello in the older revision, the cheaper of the two. */
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

  /** A failure is far shorter than the answer that was read once; so nothing has to be parsed while time runs. */
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

/** Lines of a process's stdout; `skip` tells the length in bytes and decodes nothing. */
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

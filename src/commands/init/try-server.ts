import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Launch } from '../../assistants/assistant.ts';
import { UsageError } from '../../config/command-line.ts';
import type { Language } from '../../contract/language.ts';
import type { Diagnosis } from '../doctor/diagnosis.ts';
import { initMessages } from './messages.ts';

/** Timeout of a start, in milliseconds. The first start on a busy machine is slow. */
const patienceMs = 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables that assistants pass to servers. */
const inherited =
  /^(HOME|LOGNAME|PATH|SHELL|TERM|USER|APPDATA|HOMEDRIVE|HOMEPATH|LOCALAPPDATA|PROCESSOR_ARCHITECTURE|SYSTEMDRIVE|SYSTEMROOT|TEMP|USERNAME|USERPROFILE|PROGRAMFILES)$/i;
const asInherited = (environment: Environment) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => inherited.test(name)));

/**
 * Starts the server in the same way as an assistant, with command, arguments and variables, and lists its tools.
 * @returns the number of tools
 * @throws UsageError with the output of the server if it does not start
 */
export async function countTools({ command, args, env }: Launch, environment: Environment): Promise<number> {
  const own = Object.fromEntries(Object.entries(environment).filter(([name]) => inherited.test(name)));
  const server = spawn(command, [...args], { env: { ...own, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  const timer = setTimeout(() => server.kill('SIGKILL'), patienceMs);
  let said = '';
  server.stderr.on('data', (chunk) => {
    said = (said + String(chunk)).slice(-2000);
  });
  // Ignore the write error if the server exits before it has read its input.
  server.stdin.on('error', () => undefined);
  const ended = new Promise<never>((_, reject) => {
    server.once('error', ({ message }) =>
      reject(new UsageError(initMessages.cannotStart, { command, why: message })),
    );
    server.once('close', () =>
      reject(new UsageError(initMessages.doesNotStart, { said: said.trim() || initMessages.saidNothing })),
    );
  });
  const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method: string, params: object): Promise<Answer> => {
    id += 1;
    send({ id, method, params });
    for (;;) {
      const line = await Promise.race([answers.next(), ended]);
      if (line.done) return ended;
      const answer: Answer = JSON.parse(line.value);
      if (answer.id === id) return answer;
    }
  };
  try {
    await ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'casebridge-init', version: '1.0.0' },
    });
    send({ method: 'notifications/initialized' });
    const { result } = await ask('tools/list', {});
    return result?.tools?.length ?? 0;
  } finally {
    clearTimeout(timer);
    ended.catch(() => undefined);
    server.stdin.end();
    server.kill();
  }
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly tools?: readonly unknown[] };
}

/** Runs `casebridge doctor`, and returns the first problem; undefined if there is none. */
export async function troubleOf(
  { command, args, env }: Launch,
  environment: Environment,
  language: Language,
): Promise<string | undefined> {
  const options = { env: { ...asInherited(environment), ...env }, timeout: 2 * patienceMs };
  // The exit code is 1 if a check failed, so only the output matters.
  const { stdout } = await promisify(execFile)(
    command,
    [...args, 'doctor', '--json', '--language', language],
    options,
  ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const findings: readonly Diagnosis[] = stdout === '' ? [] : JSON.parse(stdout);
  return findings.find(({ state }) => state === 'failed')?.text;
}

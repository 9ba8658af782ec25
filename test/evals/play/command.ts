import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { reportOf } from './report.ts';
import { policies } from './request.ts';
import { playRequests } from './requests/index.ts';
import { openSessionIn } from './session/open.ts';
import { arms } from './session/result.ts';
import { type PlayMessage, sendToSession } from './session/socket.ts';
import { startInBackground, untilGone } from './session/start.ts';

const usage = `npm run evals -- --play COMMAND

  list                           ids of the requests
  start ID --dir DIR             starts a session and prints the request
      --arm everyday|all|onetoone  list of tools (default: everyday)
      --policy approve|decline   answer when the server asks (default: of the request)
      --idle MINUTES             ends the session without a command (default: 30)
      --on DATE                  day that the clocks show (default: today)
  tools --dir DIR [--page N]     instructions and tools
  call TOOL JSON --dir DIR       calls a tool; - reads the JSON from stdin
  more CALL PAGE --dir DIR       another page of the result of a call
  end ANSWER --dir DIR           judges answer and end state; - reads from stdin
  report FOLDER                  table of all results below a folder
`;

const names = ['dir', 'arm', 'policy', 'idle', 'page', 'on'] as const;
type Name = (typeof names)[number];

/** Separates flags, which have values, from words. Any other word may begin with a dash, because answers may. */
function readWords(given: readonly string[]) {
  const flags: Partial<Record<Name, string>> = {};
  const words: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? '';
    const name = names.find((one) => word === `--${one}`);
    if (name === undefined) words.push(word);
    else {
      index += 1;
      flags[name] = given[index] ?? '';
    }
  }
  return { flags, words };
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: string, flag: string): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw new Error(`--${flag} is ${value}. Use ${choices.join(' or ')}.`);
  return found;
}

function numberOf(value: string | undefined, what: string, most: number): number {
  const number = Number(value);
  if (!(number > 0 && number <= most)) throw new Error(`${what} is ${value}. Use a number up to ${most}.`);
  return number;
}

/** Maximum value of `--idle`, in minutes. */
const longestIdle = 240;

async function start(id: string | undefined, flags: Partial<Record<Name, string>>): Promise<string> {
  if (flags.on !== undefined && Number.isNaN(Date.parse(flags.on)))
    throw new Error(`--on is ${flags.on}. Use a day such as 2026-03-04.`);
  const session = await startInBackground({
    id: id ?? '',
    dir: folderOf(flags),
    arm: oneOf(arms, flags.arm ?? 'everyday', 'arm'),
    ...(flags.policy === undefined ? {} : { policy: oneOf(policies, flags.policy, 'policy') }),
    idleMinutes: numberOf(flags.idle ?? '30', '--idle', longestIdle),
    ...(flags.on === undefined
      ? {}
      : { moment: new Date(`${flags.on.slice(0, 10)}T09:00:00Z`).toISOString() }),
  });
  return flags.on === undefined ? session.prompt : `Today is ${session.day}.\n\n${session.prompt}`;
}

function folderOf({ dir }: Partial<Record<Name, string>>): string {
  if (dir === undefined || dir === '') throw new Error('--dir is missing. Name the folder of the session.');
  return resolve(dir);
}

async function ask(flags: Partial<Record<Name, string>>, message: PlayMessage): Promise<string> {
  const dir = folderOf(flags);
  const session = openSessionIn(dir);
  if (session === undefined) throw new Error(`No session runs in ${dir}. Start one with \`--play start\`.`);
  const reply = await sendToSession(session.socket, message);
  if (message.command === 'end') await untilGone(session.pid);
  return reply;
}

const given = (word: string | undefined): string | undefined =>
  word === '-' ? readFileSync(0, 'utf8') : word;

/**
 * Runs one command.
 * @returns its output
 * @throws Error with the reason if it cannot be run
 */
export async function outputOf(all: readonly string[]): Promise<string> {
  const { flags, words } = readWords(all);
  const [command, first, ...others] = words;
  const page = flags.page === undefined ? 1 : numberOf(flags.page, '--page', 1000);
  switch (command) {
    case 'list':
      return playRequests.map(({ id }) => id).join('\n');
    case 'start':
      return start(first, flags);
    case 'tools':
      return ask(flags, { command, page });
    case 'call':
      return ask(flags, { command, tool: first ?? '', args: given(others[0]) ?? '{}' });
    case 'more':
      return ask(flags, {
        command,
        call: numberOf(first, 'CALL', 1000),
        page: numberOf(others[0] ?? '2', 'PAGE', 1000),
      });
    case 'end': {
      const answer = first === '-' ? given(first) : [first, ...others].filter(Boolean).join(' ');
      return ask(flags, { command, ...(answer ? { answer } : {}) });
    }
    case 'report':
      return reportOf(resolve(first ?? '.'));
    default:
      return usage;
  }
}

/**
 * Runs one command of `npm run evals -- --play`.
 * @returns the exit code
 */
export async function play(words: readonly string[]): Promise<number> {
  try {
    process.stdout.write(`${await outputOf(words)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

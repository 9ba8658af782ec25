import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { outputOf } from './command.ts';
import { playRequests } from './requests/index.ts';
import { openSessionIn } from './session/open.ts';
import type { PlayResult } from './session/result.ts';
import { untilGone } from './session/start.ts';

// Each session starts a service, a server and several commands.
vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'casebridge-played-'));
const folders: string[] = [];
afterAll(async () => {
  // A failed test may leave its session running.
  const pids = folders.flatMap((dir) => openSessionIn(dir)?.pid ?? []);
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  await Promise.all(pids.map(untilGone));
  rmSync(folder, { recursive: true, force: true });
});

const program = fileURLToPath(new URL('../index.ts', import.meta.url));

/**
 * Runs one command as a shell does. Commands that only send a message to a session run in this process,
 * because starting a process takes most of a second.
 */
async function run(...words: readonly string[]): Promise<string> {
  if (['call', 'more', 'end'].includes(words[0] ?? '')) return outputOf(words);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', program, '--play', ...words],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return stdout.trimEnd();
}

/** Creates a simulated player with a session folder. */
function playerIn(name: string) {
  const dir = join(folder, name);
  folders.push(dir);
  const result = (): PlayResult => JSON.parse(readFileSync(join(dir, 'result.json'), 'utf8'));
  return {
    dir,
    result,
    start: (id: string, ...more: readonly string[]) => run('start', id, '--dir', dir, ...more),
    call: (tool: string, args: object) => run('call', tool, JSON.stringify(args), '--dir', dir),
    end: async (answer: string) => {
      await run('end', answer, '--dir', dir);
      return result();
    },
  };
}

describe('a played look-up', () => {
  it('is right with the facts, after calls whose tokens are counted', async () => {
    const { dir, start, call, end } = playerIn('look-up');
    const words = ['--on', '2026-03-04', '--arm', 'all'];
    expect(await start('en-05', ...words)).toMatch(/^Today is 2026-03-04\.\n\n.*Edith Marlow/);
    const tools = await run('tools', '--dir', dir);
    expect(tools).toMatch(/^Instructions:\n/);
    expect(tools).toContain('"name":"find_case"');
    expect(tools).toContain(`--play tools --page 2 --dir ${dir}`);
    expect(await run('tools', '--page', '2', '--dir', dir)).not.toContain('Instructions:');
    expect(await call('case_brief', { case: 'Smith v. Northbridge' })).toContain('Edith Marlow');
    expect(await run('more', '1', '1', '--dir', dir)).toContain('Edith Marlow');
    expect(await call('no_such_tool', {})).toMatch(/^\[error\]\n/);
    expect(await run('call', 'case_brief', '{"case":', '--dir', dir)).toContain('not a JSON object');
    const result = await end('- Smith v. Northbridge for Jane Smith, Delta v. Romashka for Delta Corp.');
    expect(result).toMatchObject({
      isAnswerRight: true,
      isStateRight: true,
      end: 'answered',
      day: '2026-03-04',
    });
    expect(result.totals).toMatchObject({ calls: 2, refused: 1, unsent: 1, questions: 0 });
    expect(result.totals.tokensRead).toBeGreaterThan(100);
    expect(result.beforehand.toolTokens).toBeGreaterThan(1000);
    expect(existsSync(join(dir, 'session.json'))).toBe(false);
  });

  it('is wrong without one of the facts, or if something was changed', async () => {
    const { start, call, end } = playerIn('wrong-look-up');
    await start('en-05');
    await call('edit_object', { id: 'Delta v. Romashka', Stage: 'Appeal' });
    const result = await end('Only Delta v. Romashka, for Delta Corp.');
    expect(result).toMatchObject({ isAnswerRight: false, isStateRight: false });
    expect(result.missing.join()).toContain('Jane Smith');
    expect(result.problems).toHaveLength(1);
  });
});

describe('a played change', () => {
  it('is right if the asked record alone has changed', async () => {
    const { start, call, end } = playerIn('change');
    await start('ru-21');
    await call('edit_object', { id: '02-1234/2026', Fields: { Суд: 'Энский районный суд' } });
    const result = await end('Теперь в карточке Энский районный суд.');
    expect(result).toMatchObject({ isAnswerRight: true, isStateRight: true, problems: [] });
  });

  it('is wrong if another record has changed, even if the answer is right', async () => {
    const { start, call, end } = playerIn('wrong-change');
    await start('ru-21');
    await call('edit_object', { id: '2-1234/2026', Fields: { Суд: 'Арбитражный суд Энской области' } });
    const result = await end('Теперь в карточке Энский районный суд.');
    expect(result).toMatchObject({ isAnswerRight: true, isStateRight: false });
    expect(result.problems.join()).toMatch(/missing: cases .*not asked for: cases changed Иванова/);
  });

  it('does not happen if the person at the client declines', async () => {
    const { start, call, end } = playerIn('declined');
    await start('en-23');
    const args = { operation: 'delete_object', arguments: { id: 'Договор аренды склада (истёк)' } };
    expect(await call('call_delete_operation', args)).toContain('Nothing was done');
    const result = await end('You declined, so it was not deleted.');
    expect(result).toMatchObject({ policy: 'decline', isAnswerRight: true, isStateRight: true });
    expect(result.totals.questions).toBe(1);
  });
});

describe('a request at the one-to-one server', () => {
  const arm = ['--arm', 'onetoone'];
  /** Calls a tool and reads its result from the log, because long results are printed in pages. */
  const readWith =
    ({ dir, call }: ReturnType<typeof playerIn>) =>
    async (tool: string, args: object) => {
      await call(tool, args);
      const lines = readFileSync(join(dir, 'calls.jsonl'), 'utf8').trim().split('\n');
      return JSON.parse(JSON.parse(lines.at(-1) ?? '').result);
    };

  it('is right after a look-up by single requests', async () => {
    const player = playerIn('one-to-one/look-up');
    const { dir, start, end } = player;
    const read = readWith(player);
    await start('en-05', ...arm);
    const tools = await run('tools', '--dir', dir);
    expect(tools).toMatch(/^Instructions:\nnone\n/);
    expect(tools).toContain('"name":"put_api_v3_events_id"');
    expect(tools).not.toContain('$ref');
    const [judge] = (await read('GetParticipants', { Name: 'Marlow' })).Items;
    expect(judge.Name).toBe('Edith Marlow');
    const cases = (await read('PostObjectsGetCases', { requestBody: { PageSize: 100 } })).Items;
    const smith = cases.find(({ Name }: any) => Name.startsWith('Smith v. Northbridge'));
    const { Participants } = await read('GetObjectsById', { id: smith.Id });
    expect(Participants.map((one: any) => one.Participant.Id)).toContain(judge.Id);
    const result = await end('Smith v. Northbridge for Jane Smith, Delta v. Romashka for Delta Corp.');
    expect(result).toMatchObject({ arm: 'onetoone', isAnswerRight: true, isStateRight: true });
    expect(result.totals).toMatchObject({ calls: 3, refused: 0, questions: 0 });
    expect(result.beforehand.tools).toBeGreaterThan(100);
    expect(result.beforehand.toolTokens).toBeLessThan(20_000);
  });

  it('is right after a change by single requests', async () => {
    const player = playerIn('one-to-one/change');
    const read = readWith(player);
    await player.start('ru-21', ...arm);
    const cases = (await read('PostObjectsGetCases', { requestBody: { PageSize: 100 } })).Items;
    const id = cases.find((one: any) => one.Number === '02-1234/2026').Id;
    const dictionaries = (await read('GetDictionaries', {})).Items;
    const courts = dictionaries.find(({ SysName }: any) => SysName === 'Court').Id;
    const values = (await read('GetDictionariesByIdValues', { id: courts })).Items;
    const Court = values.find(({ Name }: any) => Name.includes('Энский районный')).Id;
    await read('PatchObjectsById', { id, requestBody: { Fields: { Court } } });
    const result = await player.end('Теперь в карточке Энский районный суд.');
    expect(result).toMatchObject({ isAnswerRight: true, isStateRight: true, problems: [] });
  });

  it('can send a file as text, and shows the status of an error', async () => {
    const player = playerIn('one-to-one/file');
    const { start, call, end } = player;
    await start('en-05', ...arm);
    const File = { fileName: 'memo.txt', text: 'Call the judge.' };
    const { Id } = await readWith(player)('PutDocuments', { requestBody: { File, Name: 'Memo' } });
    expect(await call('GetDocumentsDownload', { docID: Id })).toBe('Call the judge.');
    expect(await call('DeleteDocuments', { docID: Id })).toBe('204 No Content');
    expect(await call('GetDocumentsById', { id: Id })).toMatch(/^\[error\]\n404 Not Found\n\{/);
    expect(await call('GetDocumentsById', { Id })).toContain('Invalid arguments');
    expect(await end('None.')).toMatchObject({ isAnswerRight: false, isStateRight: true });
  });
});

describe('a session', () => {
  it('ends without a command, and its result says so', async () => {
    const { dir, start, result } = playerIn('idle');
    const inTime = { timeout: 50_000 };
    await start('ru-04', '--idle', '0.02');
    await vi.waitFor(() => expect(existsSync(join(dir, 'result.json'))).toBe(true), inTime);
    await vi.waitFor(() => expect(existsSync(join(dir, 'session.json'))).toBe(false), inTime);
    expect(result()).toMatchObject({ end: 'idle', answer: null, isAnswerRight: false });
    await expect(run('tools', '--dir', dir)).rejects.toThrow('No session runs');
  });

  it.each([
    ['there is no such request', ['start', 'xx-01', '--dir', folder], 'There is no request xx-01'],
    ['the folder is missing', ['start', 'ru-01'], '--dir is missing'],
    ['the list does not exist', ['start', 'ru-01', '--dir', folder, '--arm', 'some'], '--arm is some'],
  ])('does not start if %s', async (_, words, message) => {
    await expect(run(...words)).rejects.toThrow(message);
  });
});

describe('the list of requests', () => {
  it('has ids and nothing else', async () => {
    expect((await run('list')).split('\n')).toEqual(playRequests.map(({ id }) => id));
  });
});

describe('the report', () => {
  it('has a line for each run, sums for each arm, and the reasons', async () => {
    const report = await run('report', folder);
    expect(report).toMatch(/^\| en-05 \| everyday \| look-up \|.*\| WRONG \| WRONG \|$/m);
    expect(report).toMatch(/^\| en-23 \| everyday \| change \| 1 \|.*\| right \| right \|$/m);
    expect(report).toMatch(/^\| \*\*look-ups\*\* \| all \| 1 of 1 right \|/m);
    expect(report).toMatch(/^\| \*\*look-ups\*\* \| everyday \| 0 of 2 right \|/m);
    expect(report).toMatch(/^\| \*\*changes\*\* \| everyday \| 2 of 3 right \|/m);
    expect(report).toMatch(/^\| \*\*all\*\* \| onetoone \| 2 of 3 right \|/m);
    expect(report).toContain('everyday en-05: the answer lacks Jane Smith');
  });
});

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { playRequests } from './requests/index.ts';
import { openSessionIn } from './session/open.ts';
import type { PlayResult } from './session/result.ts';
import { untilGone } from './session/start.ts';

const folder = mkdtempSync(join(tmpdir(), 'casebridge-played-'));
const folders: string[] = [];
afterAll(async () => {
  // A test that fails leaves its session.
  const pids = folders.flatMap((dir) => openSessionIn(dir)?.pid ?? []);
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  await Promise.all(pids.map(untilGone));
  rmSync(folder, { recursive: true, force: true });
});

const program = fileURLToPath(new URL('../index.ts', import.meta.url));

/** Runs one command as a shell does. */
async function run(...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', program, '--play', ...words],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return stdout.trimEnd();
}

/** A player who follows a script. */
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

  it('is wrong if another record has changed, whatever the answer says', async () => {
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
  it('has a line for each run, sums for look-ups and changes, and the reasons', async () => {
    const report = await run('report', folder);
    expect(report).toMatch(/^\| en-05 \| everyday \| look-up \|.*\| WRONG \| WRONG \|$/m);
    expect(report).toMatch(/^\| en-23 \| everyday \| change \| 1 \|.*\| right \| right \|$/m);
    expect(report).toMatch(/^\| \*\*look-ups\*\* \| {2}\| 1 of 3 right \|/m);
    expect(report).toMatch(/^\| \*\*changes\*\* \| {2}\| 2 of 3 right \|/m);
    expect(report).toContain('en-05: the answer lacks Jane Smith');
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aligned, tableOf } from '../../src/commands/call/table.ts';
import { startService, type TestService } from '../support/clients/harness.ts';
import { run, serverPath, unlearned } from '../support/clients/process.ts';
import { sampleIds } from '../support/sample-ids.ts';

/** `casebridge call` shows results as tables to users and as JSON to programs. */

let service: TestService;
let anna: Record<string, string>;
beforeAll(async () => {
  service = await startService({ profile: 'convenient' });
  anna = service.environment('anna');
});
afterAll(() => service?.close());

const call = (...words: string[]) => run(['call', ...words], anna);

/** Runs the command in a real terminal with 100 columns. Returns its output. */
async function onTerminal(words: string): Promise<string> {
  const command = `stty cols 100; "${process.execPath}" "${serverPath}" call ${words}`;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { ...anna, ...unlearned, PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(child.stdout)).replaceAll('\r', '');
}

describe('a table', () => {
  it('keeps its columns aligned with emoji, East Asian letters and combining marks', () => {
    const rows = ['Plain', 'Суд 🏛️', '👍 ok', '東京', 'Cafe\u0301'].map((Name, index) => ({
      Name,
      At: `x${index}`,
    }));
    const [head = '', ...lines] = (tableOf(JSON.stringify(rows), 80) ?? '').split('\n');
    const columnsBefore = (line: string) => {
      const text = line.slice(0, line.search(/x\d/));
      const wide = text.match(/🏛️|👍|東|京/gu)?.length ?? 0;
      const extra = [...text].filter((one) => one === '\u0301' || one === '\uFE0F').length;
      return Array.from(text).length + wide - extra;
    };
    for (const line of lines.slice(0, rows.length)) expect(columnsBefore(line)).toBe(head.indexOf('At'));
  });

  it('has a line for each item of a list, references by name, and the id at its end', async () => {
    const { Items } = JSON.parse((await call('list_task_statuses')).stdout);
    const { code, stdout } = await call('list_task_statuses', '--format', 'table');
    const [head = '', ...lines] = stdout.split('\n');
    expect([code, head]).toEqual([0, expect.stringMatching(/^Name .* Id$/)]);
    for (const [index, { Id, Name }] of Items.entries()) {
      const line = lines[index] ?? '';
      expect([line.split(/ {2,}/)[0], line.slice(head.indexOf('Id'))]).toEqual([Name, Id]);
    }
    expect(stdout).toContain(`${Items.length} rows`);
    expect(stdout).toMatch(/Not shown: .*Url.* \(--format json shows all\)/);
  });

  it('has a line for each field of a record', async () => {
    const { stdout } = await call('get_task', `id=${sampleIds.prepareBundle}`, '--format', 'table');
    expect(stdout).toMatch(/^Name +Prepare bundle$/m);
    expect(stdout).toMatch(/^Status +В работе \/ In progress$/m);
  });

  it('keeps the columns of a lookup under each other', async () => {
    const { stdout } = await call('workload', '--format', 'table');
    const [head = '', ...lines] = stdout.split('\n');
    const line = lines.find((one) => one.startsWith('Anna Petrova')) ?? '';
    expect(line.slice(head.indexOf('overdue'))).toMatch(/^\d+$/);
  });

  it('says that there is nothing', async () => {
    const { stdout } = await call('list_participants', 'Name=Nobody at all', '--format', 'table');
    expect(stdout).toBe('Nothing.\n');
  });

  it('is printed to a terminal, and JSON if requested', async ({ skip }) => {
    if (spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status !== 0)
      skip('script of util-linux is not here');
    const shown = await onTerminal('list_task_statuses');
    expect(shown).toMatch(/^Name .*Id$/m);
    expect(JSON.parse(await onTerminal('list_task_statuses --format json')).Items.length).toBeGreaterThan(3);
  });

  it('is refused in a form that there is not', async () => {
    const { code, stderr } = await call('list_task_statuses', '--format', 'xml');
    expect([code, stderr]).toEqual([2, 'casebridge: --format "xml" is unknown: use one of table, json.\n']);
  });

  it('contains the same for programs as for assistants, for any user', async () => {
    const { stdout } = await call('find_case', 'query=Smith');
    expect(JSON.parse(stdout).cases).toHaveLength(1);
    expect((await call('find_case', 'query=Smith', '--format', 'json')).stdout).toBe(stdout);
  });
});

describe('a printed table', () => {
  it('contains no characters that move a cursor or reverse text, with any records', () => {
    const texts = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        fc.array(fc.record({ Id: texts, Name: texts, Note: texts })),
        fc.integer({ min: 40, max: 200 }),
        (Items, width) => {
          const table = tableOf(JSON.stringify({ Items }), width) ?? '';
          expect(table.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        },
      ),
    );
  });

  it('gives no number with fewer digits than it has', () => {
    expect(tableOf('{"Items":[{"Id":"a","Version":9007199254740993}]}', 80)).toBeUndefined();
    expect(tableOf('{"Version":9007199254740993}', 80)).toBeUndefined();
    expect(tableOf('{"Version":12}', 80)).toBe('Version  12');
    expect(tableOf('"text"', 80)).toBeUndefined();
  });

  it('is not used for results without columns', () => {
    const lines = 'One case.\nParties: a | b\nTasks: none';
    expect(aligned(lines)).toBe(lines);
  });
});

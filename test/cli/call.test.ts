import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { indented } from '../../src/commands/call/json-layout.ts';
import { toPerson } from '../../src/commands/call/to-person.ts';
import { catalogue } from '../../tools/index.ts';
import { startService, type TestClient, type TestService, textOf } from '../support/clients/harness.ts';
import { run, runProcess, startProcess } from '../support/clients/process.ts';
import { environmentOf, startUpstream, type Upstream } from '../support/servers/upstream.ts';

/** `casebridge call` makes every tool available to users. */

let service: TestService;
let anna: Record<string, string>;
let assistant: TestClient;
const folder = mkdtempSync(join(tmpdir(), 'casebridge-call-'));
beforeAll(async () => {
  service = await startService();
  anna = service.environment('anna');
  assistant = await service.connectAs('anna');
});
afterAll(async () => {
  await assistant.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (...words: string[]) => run(['call', ...words], anna);
/** Environment that makes the program believe that it runs in a terminal. */
const onTerminal = {
  NODE_OPTIONS:
    '--import=data:text/javascript,process.stdout.isTTY=true;process.stderr.isTTY=true;process.stdout.columns=100',
};

describe('casebridge call', () => {
  it.each<[string, Record<string, string>]>([
    ['find_operations', { query: 'close a task' }],
    ['describe_operation', { operation: 'get_task' }],
  ])('gives the answer of %s that an assistant gets, without the marks around it', async (name, args) => {
    const pairs = Object.entries(args).map(([key, value]) => `${key}=${value}`);
    const { code, stdout } = await call(name, ...pairs);
    expect([code, stdout]).toEqual([0, `${textOf(await assistant.callTool(name, args))}\n`]);
  });

  it.each<[string, Record<string, string>]>([
    ['find_case', { query: 'Smith' }],
    ['find_person', { query: 'Petrova' }],
  ])('gives programs the result of %s as JSON, and users the text', async (name, args) => {
    const pairs = Object.entries(args).map(([key, value]) => `${key}=${value}`);
    const answer = await assistant.callTool(name, args);
    const { notes: _, ...data } = answer.structuredContent;
    const piped = await call(name, ...pairs);
    expect([piped.code, JSON.parse(piped.stdout)]).toEqual([0, data]);
    const shown = await runProcess(['call', name, ...pairs], { ...anna, ...onTerminal });
    for (const cell of textOf(answer).split(/\n| \| /))
      expect(shown.stdout).toContain(cell.replace(/^- /, ''));
  });

  it('goes the ways to everything else', async () => {
    const direct = await call('list_cases', 'PageSize=1');
    const around = await call('call_read_operation', 'operation=list_cases', 'arguments={"PageSize":1}');
    expect([around.code, around.stdout]).toEqual([0, direct.stdout]);
    expect((await call('call_read_operation', 'operation=delete_task')).code).toBe(2);
  });

  it('takes fields, detail, skip and all as over MCP', async () => {
    const named = await call('search_cases', 'Name=Smith', 'fields=Name', 'fields=Number');
    expect(Object.keys(JSON.parse(named.stdout).Items[0])).toEqual(['Name', 'Number']);
    expect((await call('search_cases', 'Name=Smith', 'fields=Name,Number')).stdout).toBe(named.stdout);
    const all = await call('list_cases', 'PageSize=2', 'all=true', 'fields=Id');
    expect(JSON.parse(all.stdout).Items.length).toBeGreaterThan(2);
    const brief = await call('list_cases', 'detail=brief');
    expect(brief.stdout.length).toBeLessThan((await call('list_cases')).stdout.length);
  });

  it('converts a single value to a list if the tool accepts a list', async () => {
    const one = await call('search_cases', 'ResponsibleIds=me');
    const same = await call('search_cases', 'ResponsibleIds=["me"]');
    expect([one.code, one.stdout]).toEqual([0, same.stdout]);
    const two = await call('search_cases', 'ResponsibleIds=me', 'ResponsibleIds=John Hale');
    expect(two.code).toBe(0);
    expect(JSON.parse(two.stdout).Items.length).toBeGreaterThan(JSON.parse(one.stdout).Items.length);
  });

  it('refuses repeated arguments if the tool accepts one', async () => {
    const { code, stderr } = await call('search_cases', 'Name=Smith', 'Name=Jones');
    expect([code, stderr]).toEqual([2, 'casebridge: Name is set 2 times, but the tool accepts one value.\n']);
  });

  it('reads JSON from a file of any editor, and from stdin', async () => {
    const file = join(folder, 'мои аргументы.json');
    writeFileSync(file, '\uFEFF{"Name": "Smith", "PageSize": 1}');
    const typed = await call('search_cases', '--json', '{"Name":"Smith","PageSize":1}');
    expect((await call('search_cases', '--json', `@${file}`)).stdout).toBe(typed.stdout);
    expect((await call('search_cases', '{"Name":"Smith"}', 'PageSize=1')).stdout).toBe(typed.stdout);
    const word = startProcess(['call', 'search_cases', '-', 'PageSize=1'], anna);
    word.child.stdin.end('{"Name":"Smith"}');
    expect((await word.ended).stdout).toBe(typed.stdout);
    const piped = startProcess(['call', 'search_cases', '--json', '-'], anna);
    piped.child.stdin.end('{"Name":"Smith","PageSize":1}');
    expect((await piped.ended).stdout).toBe(typed.stdout);
    const { code, stderr } = await call('search_cases', '--json', '@nowhere.json');
    expect([code, stderr]).toEqual([
      2,
      'casebridge: --json: "nowhere.json" cannot be read: there is no such file or directory.\n',
    ]);
  });

  it('sends a file of this machine, and writes one into a new file, byte by byte', async () => {
    const bytes = randomBytes(300_000);
    mkdirSync(join(folder, 'Мои письма'));
    const letter = join(folder, 'Мои письма', 'letter one.pdf');
    writeFileSync(letter, bytes);
    const made = await call('create_document', `File=@${letter}`);
    expect([made.code, made.stderr]).toEqual([0, expect.stringMatching(/^In words:\s+Document .*created/)]);
    const { docID } = JSON.parse(made.stdout);
    const copy = join(folder, 'копия.pdf');
    const got = await call('download_document', `docID=${docID}`, '--output', copy);
    expect([got.code, got.stdout]).toEqual([0, '']);
    expect(got.stderr).toContain('300000 bytes');
    expect(readFileSync(copy).equals(bytes)).toBe(true);

    const requests = service.requests.length;
    const again = await call('download_document', `docID=${docID}`, '--output', copy);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/^casebridge: --output ".*" already exists/);
    expect(service.requests.length).toBe(requests);
  });

  it.each([
    ['letter.pdf', /^casebridge: File is a file: pass it as File=@letter\.pdf\.\n$/],
    [
      '@/nowhere/letter.pdf',
      /^INVALID_ARGUMENTS: "\/nowhere\/letter\.pdf" cannot be read: there is no such file\.\n$/,
    ],
    ['@/tmp', /^INVALID_ARGUMENTS: "\/tmp" is a directory\.\n$/],
  ])('reports the error in File=%s', async (value, words) => {
    const { code, stdout, stderr } = await call('create_document', `File=${value}`);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
  });

  it('writes JSON into a file on one line, and on a terminal over several', async () => {
    const piped = await call('list_cases', 'PageSize=1');
    expect(piped.stdout.trim()).not.toContain('\n');
    const file = join(folder, 'cases.json');
    await runProcess(['call', 'list_cases', 'PageSize=1', '--output', file], { ...anna, ...onTerminal });
    expect(readFileSync(file, 'utf8')).toBe(piped.stdout);
    const wanted = ['call', 'list_cases', 'PageSize=1', '--format', 'json'];
    const shown = await runProcess(wanted, { ...anna, ...onTerminal });
    expect(shown.stdout.split('\n').length).toBeGreaterThan(10);
    expect(JSON.parse(shown.stdout)).toEqual(JSON.parse(piped.stdout));
  });

  it('writes nothing into the file if the call is refused', async () => {
    const file = join(folder, 'refused.json');
    expect((await call('get_task', 'id=Nothing of that name', '--output', file)).code).toBe(2);
    expect(existsSync(file)).toBe(false);
  });

  it.each<[string[], string]>([
    [
      ['serch_cases'],
      'There is no tool "serch_cases" (did you mean search_cases?): `casebridge tools` lists the tools.',
    ],
    [['search_cases', 'Nam=Smith'], 'Unknown argument "Nam" (did you mean Name?)'],
  ])('suggests the probable meaning of %j', async (words, hint) => {
    const { code, stdout, stderr } = await call(...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(hint);
  });

  it('records the changes of a lookup as made by hand', async () => {
    const file = join(folder, 'audit.jsonl');
    const args = ['call', 'open_case_intake', '--audit-file', file, '--json'];
    const plan = { name: 'Audited matter', type: 'Bankruptcy', inn: '0000002022' };
    await run([...args, JSON.stringify(plan)], anna);
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const decisions = new Set(lines.map((line) => JSON.parse(line).decision).filter(Boolean));
    expect([...decisions]).toEqual(['by hand']);
  });
});

describe('a call that takes long', () => {
  let upstream: Upstream | undefined;
  afterEach(() => upstream?.close());

  it('says so on a terminal, and of a change that is interrupted that its outcome is unknown', async () => {
    upstream = await startUpstream({ call: () => undefined });
    const env = { ...environmentOf(upstream.url), CASEBRIDGE_LOG_LEVEL: 'warn', ...onTerminal };
    const started = startProcess(['call', 'create_task', 'Name=Review'], env);
    await vi.waitFor(() => expect(started.stderr()).toContain('casebridge is waiting for the service'), {
      timeout: 30_000,
    });
    expect(upstream.requests(/tasks/).length).toBe(1);
    started.child.kill('SIGINT');
    const { code, stdout, stderr } = await started.ended;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toMatch(/\nOUTCOME_UNKNOWN: .*\nCheck with list_tasks before doing it again\.\n/);
  });

  it('that reads is interrupted without a fright', async () => {
    upstream = await startUpstream({ call: () => undefined });
    const env = { ...environmentOf(upstream.url), CASEBRIDGE_LOG_LEVEL: 'warn' };
    const started = startProcess(['call', 'list_folders'], env);
    await vi.waitFor(() => expect(upstream?.requests(/folders/i).length).toBe(1), { timeout: 30_000 });
    started.child.kill('SIGINT');
    expect(await started.ended).toMatchObject({ code: 130, stderr: 'list_folders was interrupted.\n' });
  });
});

describe('a note to an assistant', () => {
  const texts = catalogue.flatMap(({ operations }) =>
    operations.flatMap(({ name, errors = {} }) =>
      Object.entries(errors).map(([status, step]) => [`${name} ${status}`, step] as const),
    ),
  );

  it.each(texts)('is put to the person at the shell: %s', (_where, step) => {
    expect(toPerson(step)).not.toMatch(/(ask|tell|show|give) the user/i);
    expect(toPerson(step)).toMatch(/^\S.*[.)]$/s);
  });

  it('is put so in every refusal', async () => {
    const refused = [
      await call('delete_case', 'id=Smith v. Northbridge Ltd'),
      await call('get_task', 'id=Nothing of that name'),
      await call('get_object', 'id=00000000-0000-4000-8000-000000000000'),
      await run(['call', 'list_users'], { ...anna, CASEBRIDGE_PASSWORD: 'wrong' }),
    ];
    for (const { code, stderr } of refused) {
      expect(code).not.toBe(0);
      expect(stderr).not.toMatch(/(ask|tell|show|give) the user/i);
    }
  });
});

describe('JSON over several lines', () => {
  it('is the same JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.stringify(JSON.parse(indented(json)))).toBe(JSON.stringify(JSON.parse(json)));
      }),
    );
  });

  it('is laid out as usual', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const plain = JSON.stringify(JSON.parse(json));
        expect(indented(plain)).toBe(JSON.stringify(JSON.parse(plain), null, 2));
      }),
    );
  });

  it('has its numbers as they were written', () => {
    expect(indented('{"Id":12345678901234567890,"Amount":1.10}')).toBe(
      '{\n  "Id": 12345678901234567890,\n  "Amount": 1.10\n}',
    );
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { shippedToolbox } from '../../src/catalogue.ts';
import { commands } from '../../src/commands/index.ts';
import { readCommandLine, UsageError } from '../../src/config/command-line.ts';
import { run } from '../support/clients/process.ts';

/** Wrong settings that are found at different stages of a start. */

const folder = mkdtempSync(join(tmpdir(), 'wrong-settings-'));
const wrongForm = join(folder, 'form.json');
const wrong: readonly (readonly [name: string, args: readonly string[], env?: Record<string, string>])[] = [
  ['an unknown toolset', ['--toolsets', 'x']],
  ['an unknown tool', ['--tools', 'x']],
  ['an unknown tool to remove', ['--tools=-nothing_like_this']],
  ['a missing file of the deployment', ['--deployment', join(folder, 'none.json')]],
  ['a folder as file of the deployment', ['--deployment', folder]],
  ['a wrong file of the deployment', ['--deployment', wrongForm]],
  ['a record of changes in a missing folder', ['--audit-file', join(folder, 'none/audit.jsonl')]],
  ['a folder as record of changes', ['--audit-file', folder]],
  ['a field that is not presumed', [], { CASEBRIDGE_FIELD_NAMES: 'Nonsense=x' }],
  ['a missing certificate authority', [], { CASEBRIDGE_CA_FILE: join(folder, 'none.pem') }],
  ['an unknown profile of the embedded service', ['--sandbox-profile', 'nothing']],
];
const starts = [
  [],
  ['http', '--single-user', '--port', '0'],
  ['call', 'list_folders'],
  ['learn'],
  ['doctor'],
];

beforeAll(() => {
  writeFileSync(wrongForm, '{"nonsense": 1}');
  // Hides the reports of `doctor`.
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Returns handles that would keep a process alive. A closed handle leaves the list in the next iteration of
 * the event loop.
 */
async function held(): Promise<readonly string[]> {
  for (let round = 0; round < 3; round += 1) await setImmediate();
  return process.getActiveResourcesInfo().filter((kind) => /^(TCP|Process|Worker|MessagePort)/.test(kind));
}

/** Runs a command in this process. Returns its exit code. */
async function codeOf(argv: readonly string[], env: Record<string, string>): Promise<number> {
  const line = readCommandLine(argv, env, (word) => commands[word]?.flags ?? {});
  const [name = '', ...words] = line.words;
  const info = { name: 'casebridge', version: '0.0.0' };
  const registered = { name: 'casebridge/casebridge', description: '' };
  const rest = { words, language: 'en' as const, toolbox: shippedToolbox(), info, registered };
  try {
    return (await commands[name]?.run({ ...line, ...rest })) ?? Number.NaN;
  } catch (error) {
    if (error instanceof UsageError) return 2;
    throw error;
  }
}

describe('a wrong setting', () => {
  it.each(starts.map((start) => [start.join(' ') || 'serving over stdio', start] as const))(
    'ends %s with its exit code, and leaves nothing open',
    async (_name, start) => {
      const before = await held();
      const ended: Record<string, unknown> = {};
      for (const [name, args, env] of wrong) {
        const code = await codeOf([...start, ...args, '--sandbox'], { LANG: 'C', ...env });
        ended[name] = [code, await held()];
      }
      // `doctor` reports the setting as a check that failed.
      const code = start[0] === 'doctor' ? 1 : 2;
      expect(ended).toEqual(Object.fromEntries(wrong.map(([name]) => [name, [code, before]])));
    },
  );

  it.each([
    ['serving over stdio', []],
    ['doctor', ['doctor']],
  ])('lets the process of %s end', async (_name, start) => {
    const { code, stderr, stdout } = await run([...start, '--sandbox', '--tools', 'x']);
    expect([code, `${stdout}${stderr}`]).toEqual([
      start.length === 0 ? 2 : 1,
      expect.stringContaining('CASEBRIDGE_TOOLS'),
    ]);
  });
});

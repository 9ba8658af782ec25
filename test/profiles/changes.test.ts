import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doubts } from '../reality/change-matrix.ts';
import { type Call, type ChangeQuestion, changeQuestions } from '../reality/change-questions.ts';
import { startService, type TestClient, type TestService, textOf } from '../support/clients/harness.ts';

/**
 * Changes at services that lack or rename fields. Each is made completely or reported as incomplete. Fields that
 * `update_object` clears because the request lacks them are reported with every profile.
 */

const cache = mkdtempSync(join(tmpdir(), 'casebridge-changes-'));
afterAll(() => rmSync(cache, { recursive: true }));

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/**
 * Returns the texts and numbers of a request that a record must contain, under any name. Dates are truncated to
 * minutes.
 */
function written(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => written(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, one]) => written(one, inner));
  // These names refer to other records, and the content of a file is not in the record.
  const isReference = /Ids?$|^(?:Stage|Type|text|drop|Section|AccessLevel)$/i.test(name);
  if (isReference) return [];
  const text = String(value);
  return [/^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 16) : JSON.stringify(value).replaceAll('"', '')];
}

describe.each<[profile: string, learn: 'on' | 'off', said: readonly string[]]>([
  ['2023', 'on', ['create_participant', 'edit_participant', 'update_object']],
  ['convenient', 'off', ['update_object']],
  ['hostile', 'on', ['update_object']],
  [
    'sparse',
    'off',
    [
      'create_object',
      'edit_object',
      'update_object',
      // The record has only the ids of responsible people, but the request takes objects.
      'update_task',
      'create_document',
      'update_role_permission',
    ],
  ],
  [
    'renamed',
    'off',
    [
      'create_object',
      'edit_object',
      'update_object',
      'create_task',
      'update_task',
      'create_event',
      'update_event',
      'create_participant',
      'edit_participant',
      'create_document',
      'update_document',
      'add_case_participant',
      'exclude_participant',
      'archive_case',
      'archive_object',
      'restore_case',
      'add_related_objects',
      'remove_related_objects',
      'update_role_permission',
      'update_non_working_days',
    ],
  ],
  [
    'renamed',
    'on',
    [
      'create_object',
      'edit_object',
      'update_object',
      'create_task',
      'update_task',
      'create_participant',
      'create_document',
      'update_document',
      'update_role_permission',
    ],
  ],
])('on profile %s, learning %s, a change', (profile, learn, said) => {
  let service: TestService;
  let client: TestClient;
  /** Client that reads the records under the service's own field names. */
  let observer: TestClient;
  beforeAll(async () => {
    service = await startService({ profile });
    const env = { CASEBRIDGE_LEARN: learn, CASEBRIDGE_CACHE_DIR: cache };
    client = await service.connectAs('admin', { over: 'memory', env });
    observer = await service.connectAs('admin', { over: 'memory', env: { CASEBRIDGE_LEARN: 'off' } });
  });
  afterAll(async () => {
    await client?.close();
    await observer?.close();
    await service?.close();
  });

  const stateOf = async (calls: readonly Call[]) =>
    (await Promise.all(calls.map(([tool, args]) => observer.callTool(tool, { ...args, detail: 'full' }))))
      .map(textOf)
      .join('\n')
      .replace(/<\/?data-[\w-]+>/g, '');

  const outcomeOf = async ({ tool, before = [], args, shown, madeShownBy }: ChangeQuestion) => {
    service.reset();
    for (const [earlier, given] of before) await client.callTool(earlier, { ...given });
    const was = await stateOf(shown);
    const answer = await client.callTool(tool, { ...args });
    const told = answer.content.map(({ text = '' }) => text).join('\n');
    if (answer.isError || doubts.test(told)) return 'said';
    const made = (textOf(answer).match(uuid) ?? []).find((id) => !JSON.stringify(args).includes(id));
    const is = await stateOf(
      madeShownBy === undefined ? shown : made === undefined ? [] : [[madeShownBy, { id: made }]],
    );
    const missing = written(args).filter((one) => !is.includes(one));
    return is !== was && missing.length === 0
      ? 'right'
      : `silently wrong: ${missing.join('; ')} not in ${is}, told ${told}`;
  };

  it.each(changeQuestions.map((question) => [question.tool, question] as const))(
    'by %s is complete, or reported as incomplete',
    async (tool, question) => {
      expect(await outcomeOf(question)).toBe(said.includes(tool) ? 'said' : 'right');
    },
  );
});

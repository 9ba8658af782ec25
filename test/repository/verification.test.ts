import { describe, expect, it } from 'vitest';
import { ApiError, OutcomeUnknownError } from '../../src/contract/errors.ts';
import type { Operation } from '../../src/contract/operations/operation.ts';
import { errorText } from '../../src/mcp/output/error-text.ts';
import { createSanitizer } from '../../src/mcp/output/sanitize.ts';
import { catalogue } from '../../tools/index.ts';

/** The catalogue states how to check a change whose response was lost, and which record a change affects. */

const operations = catalogue.flatMap((area) => area.operations);
const byName = new Map(operations.map((operation) => [operation.name, operation]));
const changing = operations.filter(({ access, handler }) => access !== 'read' && !handler);
const argumentsOf = ({ params, query, body }: Operation) => Object.keys({ ...params, ...query, ...body });

/** Changes that no tool can show, with the reason. */
const unverifiable: Readonly<Record<string, string>> = {
  notify_user: 'The API lists no notifications.',
  open_user_dialog: 'A dialog on a screen leaves no record.',
  send_call_notification: 'The API lists no notifications.',
  create_call: 'The API reads no calls.',
  attach_call_recording: 'The API reads no calls.',
  upload_call_recording: 'The API reads no calls.',
  extract_archive: 'The files land in a store that the API does not list.',
  upload_from_address: 'The file lands in a store that the API does not list.',
  create_role_permission:
    'The id of the new role was in the lost answer, and the API lists no roles of the system.',
};

describe('a change whose response was lost', () => {
  it('names the tool that shows it, or is on the list of those that no tool shows', () => {
    const without = changing.filter(({ verifiedBy }) => verifiedBy === undefined);
    expect(without.map(({ name }) => name).sort()).toEqual(Object.keys(unverifiable).sort());
  });

  it('is shown by a tool that only reads', () => {
    const wrong = changing.filter(
      ({ verifiedBy }) => verifiedBy !== undefined && byName.get(verifiedBy)?.access !== 'read',
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('tells the assistant to use that tool, and otherwise to ask the user [FLT-2]', () => {
    for (const operation of changing) {
      const text = errorText(operation, new OutcomeUnknownError('Lost.'), createSanitizer([]));
      expect(text).toBe(
        operation.name in unverifiable
          ? 'OUTCOME_UNKNOWN: Lost.\nNo tool shows whether it happened: ask the user before doing it again.'
          : `OUTCOME_UNKNOWN: Lost.\nCheck with ${operation.verifiedBy} before doing it again.`,
      );
    }
  });
});

describe('a refused change', () => {
  const told = (status: number, retryAfterMs?: number) =>
    errorText(
      byName.get('create_task') as Operation,
      new ApiError(status, undefined, { retryAfterMs }),
      createSanitizer([]),
    );
  const statuses = Array.from({ length: 200 }, (_, n) => 400 + n);

  it('by any failure of a server or gateway must be verified, unless the failure says that it was not begun [FLT-17]', () => {
    const certain = statuses.filter((status) => !told(status).includes('Check with list_tasks'));
    expect(certain.filter((status) => status >= 500)).toEqual([501, 505, 511]);
    expect(statuses.filter((status) => status < 500 && !certain.includes(status))).toEqual([408]);
  });

  it('by a service that asks for patience was not begun', () => {
    expect(told(503, 1000)).toMatch(/Try again in 1 s/);
    expect(told(503, 1000)).not.toContain('Check with');
  });
});

describe('the record that a change affects', () => {
  const targets = operations.flatMap((operation) =>
    operation.target ? [{ operation, target: operation.target }] : [],
  );

  it('is shown by a tool that only reads', () => {
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter(({ target }) => byName.get(target.tool)?.access !== 'read')).toEqual([]);
  });

  it('is found by arguments that both tools have', () => {
    const wrong = targets.filter(({ operation, target }) => {
      const there = argumentsOf(byName.get(target.tool) as Operation);
      const here = argumentsOf(operation);
      return Object.entries(target.args).some(([to, from]) => !there.includes(to) || !here.includes(from));
    });
    expect(wrong.map(({ operation }) => operation.name)).toEqual([]);
  });

  it('is found by all that the reading tool demands', () => {
    const wrong = targets.filter(({ target }) => {
      const { params, query, body } = byName.get(target.tool) as Operation;
      const demanded = Object.entries({ ...params, ...query, ...body }).filter(
        ([, schema]) => !schema.safeParse(undefined).success,
      );
      return demanded.some(([name]) => !(name in target.args));
    });
    expect(wrong.map(({ operation }) => operation.name)).toEqual([]);
  });
});

it('a read is verified by nothing and acts on nothing', () => {
  const reads = operations.filter(({ access }) => access === 'read');
  expect(reads.filter(({ verifiedBy, target }) => verifiedBy ?? target)).toEqual([]);
});

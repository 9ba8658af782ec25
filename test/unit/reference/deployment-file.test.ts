import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DeploymentFileError, readDeploymentFile } from '../../../src/deployment/forms/deployment-file.ts';
import { deploymentByForm, driftBetween } from '../../../src/deployment/forms/form.ts';
import { catalogue } from '../../../tools/index.ts';

const operations = catalogue.flatMap((area) => area.operations);
const operationOf = (name: string) => {
  const found = operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};
const read = (text: string) => readDeploymentFile(text, operations);
/** Returns a file with one operation, which begins in its fourth line. */
const withOperation = (name: string, said: object) =>
  JSON.stringify({ version: 1, operations: { [name]: said } }, null, 1);

describe('the file of a deployment', () => {
  it('says names for one operation or for all, nested ones too, places, values, routes, answers and tokens', () => {
    const form = read(
      JSON.stringify({
        version: 1,
        names: { CaseId: 'MatterId' },
        operations: {
          create_task: {
            route: 'POST /api/v3/todos',
            names: { 'Responsibles.Type': 'Kind' },
            places: { Description: 'query' },
            values: { 'Responsibles.Type': { User: 'Person' } },
          },
        },
        answers: { task: { Responsibles: 'Assignees' } },
        answerValues: { case: { Status: { InWork: 'Active' } } },
        tokens: { request: { username: 'login' }, answer: { access_token: 'token' } },
        unsure: [{ anything: 1 }],
      }),
    );
    const deployment = deploymentByForm(form);
    expect(deployment(operationOf('create_task'))).toEqual({
      route: 'POST /api/v3/todos',
      names: { CaseId: 'MatterId', 'Responsibles.Type': 'Kind' },
      places: { Description: 'query' },
      values: { 'Responsibles.Type': { User: 'Person' } },
    });
    expect(deployment(operationOf('list_tasks'))).toEqual({ names: { CaseId: 'MatterId' } });
    // For events, the API description states the name.
    expect(deployment(operationOf('list_events'))).toEqual({});
  });

  it.each<[string, string, number, RegExp]>([
    ['is empty', '', 1, /ends too early/],
    ['is no JSON', '{\n "version": 1,\n oops\n}', 3, /not JSON/],
    ['breaks off', '{\n "version": 1,\n "names": {', 3, /ends too early/],
    ['has a comma too many', '{\n "version": 1,\n}', 3, /comma/],
    ['says a name twice', '{\n "version": 1,\n "version": 1\n}', 3, /"version" occurs twice/],
    ['is of another version', '{\n "version": 2\n}', 2, /version: should be 1/],
    [
      'has an unknown part',
      '{\n "version": 1,\n "operation": {}\n}',
      3,
      /"operation" here \(did you mean operations\?\)/,
    ],
    [
      'has an unknown operation',
      withOperation('list_taks', {}),
      4,
      /no operation "list_taks" \(did you mean list_tasks\?\)/,
    ],
    [
      'has an unknown part of an operation',
      withOperation('list_tasks', { name: {} }),
      5,
      /"name" here \(did you mean names\?\)/,
    ],
    [
      'has an unknown field',
      withOperation('list_tasks', { names: { CasId: 'X' } }),
      6,
      /no field of list_tasks "CasId" \(did you mean CaseId\?\)/,
    ],
    [
      'has a name that is none',
      withOperation('list_tasks', { names: { CaseId: 'a b' } }),
      6,
      /should be the name of a field/,
    ],
    [
      'has a name that every object has',
      withOperation('list_tasks', { names: { CaseId: 'constructor' } }),
      6,
      /should be the name of a field/,
    ],
    [
      'has a place that is none',
      withOperation('edit_object', { places: { Version: 'header' } }),
      6,
      /should be query or body/,
    ],
    [
      'has an unknown value',
      withOperation('list_cases', { values: { Status: { Inwork: 'x' } } }),
      7,
      /no value of Status "Inwork" \(did you mean InWork\?\)/,
    ],
    [
      'has a route of other placeholders',
      withOperation('get_task', { route: 'GET /api/v3/tasks/{task}' }),
      5,
      /the same placeholders/,
    ],
    [
      'has a route elsewhere',
      withOperation('get_task', { route: 'GET https://other.test/{id}' }),
      5,
      /should look like GET/,
    ],
    [
      'has an unknown kind of record',
      '{\n "version": 1,\n "answers": {\n  "tsk": {}\n }\n}',
      4,
      /no kind of record "tsk" \(did you mean task\?\)/,
    ],
    [
      'has an unknown field of an answer',
      '{\n "version": 1,\n "answers": {"task": {\n "Responsible": "X"}}}',
      4,
      /did you mean Responsibles\?/,
    ],
  ])('is refused with its line if it %s', (_, text, line, message) => {
    const refused = (() => {
      try {
        read(text);
      } catch (error) {
        return error as DeploymentFileError;
      }
      return undefined;
    })();
    expect(refused).toBeInstanceOf(DeploymentFileError);
    expect(refused?.message).toMatch(message);
    expect(refused?.line).toBe(line);
  });

  it('may rename described fields, because a person wrote it', () => {
    const names = { CaseId: 'matter' };
    expect(read(withOperation('list_events', { names })).operations?.list_events?.names).toEqual(names);
  });

  it('is refused with all that is wrong in it at once', () => {
    const names = { CasId: 'X', Responsible: 'Y' };
    const both = JSON.stringify({ version: 1, operations: { list_tasks: { names } }, answers: { tsk: {} } });
    try {
      read(both);
      expect.unreachable();
    } catch (error) {
      const { message, others } = error as DeploymentFileError;
      expect([message, ...others.map((one) => one.message)]).toEqual([
        expect.stringMatching(/"CasId"/),
        expect.stringMatching(/"Responsible"/),
        expect.stringMatching(/"tsk"/),
      ]);
    }
  });

  it('is accepted or refused with a line, with any content', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().chain((json) => fc.nat(json.length).map((end) => json.slice(0, end))),
      fc.anything().map((operations) => JSON.stringify({ version: 1, operations })),
    );
    fc.assert(
      fc.property(text, (anything) => {
        try {
          read(anything);
        } catch (error) {
          expect(error).toBeInstanceOf(DeploymentFileError);
          expect((error as DeploymentFileError).line).toBeGreaterThanOrEqual(1);
          expect((error as DeploymentFileError).line).toBeLessThanOrEqual(anything.split('\n').length);
        }
      }),
    );
  });
});

describe('drift', () => {
  it('is the difference between two forms', () => {
    const before = read(
      withOperation('list_tasks', { names: { CaseId: 'MatterId', ResponsibleIds: 'Whom' } }),
    );
    const after = read(
      withOperation('list_tasks', { names: { CaseId: 'DossierId', ResponsibleIds: 'Whom' } }),
    );
    expect(driftBetween(before, after).map(({ en }) => en)).toEqual([
      'now list_tasks: names: CaseId is DossierId',
      'no longer list_tasks: names: CaseId is MatterId',
    ]);
    expect(driftBetween(after, after)).toEqual([]);
  });
});

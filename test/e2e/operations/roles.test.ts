import { afterAll, beforeAll, expect, it } from 'vitest';
import { roles } from '../../../tools/operations/roles.ts';
import { named } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const tally = createTally();
let service: TestService;
let anna: TestClient;
let blocked: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, blocked] = await tally.connect(service, 'anna', 'blocked');
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});

it('roles in case are listed at once and read one by one', async () => {
  const { Items } = await anna.call('list_roles_in_case');
  expect(Items).toHaveLength(16);
  const judge = named<any>(Items, 'Судья / Judge');
  expect(judge).toMatchObject({ SysName: 'Judge', Id: expect.any(String) });
  expect(await anna.call('get_role_in_case', { id: judge.Id })).toEqual(judge);
});

it('roles in case are refused for an unknown id and to a blocked user', async () => {
  const text = await anna.refusal('get_role_in_case', { id: unknownId });
  expect(text).toContain(`API_ERROR 404: The role in case ${unknownId} was not found.`);
  expect(text).toContain('look the id up with a list or search tool');
  expect(await blocked.refusal('list_roles_in_case')).toMatch(/^SIGN_IN_FAILED: .*\nThe user is blocked\./);
  expect(await blocked.refusal('get_role_in_case', { id: unknownId })).toMatch(/^SIGN_IN_FAILED: /);
});

it('no tool of the area was left out', () => {
  expect(tally.leftOut(roles.operations)).toEqual({ carriedOut: [], refused: [] });
});

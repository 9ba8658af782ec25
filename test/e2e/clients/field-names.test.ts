import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

let service: TestService;
let anna: TestClient;
let admin: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, admin] = await Promise.all([service.connectAs('anna'), service.connectAs('admin')]);
});
afterEach(() => service.faults.clear());
afterAll(async () => {
  await anna?.close();
  await admin?.close();
  await service?.close();
});

/** Field in the service's description of a type. */
interface Field {
  readonly Id: string;
  readonly Tag: string | null;
  readonly Name: string;
}

/** Returns a field of the Smith case's type whose name is unique and differs from its tag. */
async function namedField(): Promise<{ field: Field; typeId: string }> {
  const { Items } = await anna.call('search_cases', { Name: 'Smith v.' });
  const typeId = Items[0].Type.Id;
  const type = await anna.call('get_object_type', { id: typeId });
  const fields: Field[] = type.Blocks.flatMap((block: any) => block.Fields);
  const field = fields.find(({ Tag }) => Tag === 'ClaimAmount');
  if (field === undefined) throw new Error('the sample data has no such field');
  return { field, typeId };
}

const found = (answer: any) => answer.Items.map(({ Name }: any) => Name);

describe('the name of a field', () => {
  it('does for its tag in a filter', async () => {
    const { field, typeId } = await namedField();
    const filter = { BeginValue: '1000000', EndValue: '2000000' };
    const byTag = await anna.call('search_cases', { Filters: [{ FieldTag: field.Tag, ...filter }] });
    for (const more of [{}, { ObjectTypeId: typeId }]) {
      const asked = { Filters: [{ FieldTag: field.Name, ...filter }], ...more };
      const byName = found(await anna.call('search_cases', asked));
      expect(found(byTag)).toEqual(expect.arrayContaining(byName));
      expect(byName).toContain('Smith v. Northbridge Ltd');
    }
  });

  it('can replace its tag in a change, and is refused if the field is given by both', async () => {
    const { field, typeId } = await namedField();
    const object = { ObjectTypeId: typeId, Name: 'Named fields' };
    const made = await anna.call('create_object', { ...object, Fields: { [field.Name]: 17 } });
    expect(made.Fields.ClaimAmount).toBe(17);
    const both = { ...object, Fields: { [field.Name]: 17, ClaimAmount: 18 } };
    expect(await anna.refusal('create_object', both)).toMatch(/^INVALID_ARGUMENTS: .*set twice/);
  });

  it('that nothing has is refused with the fields that are called nearly so', async () => {
    const refusal = await anna.refusal('create_object', {
      ObjectTypeId: 'Арбитражное дело',
      Name: 'Nothing',
      Fields: { 'Сумма искка': 1 },
    });
    expect(refusal).toMatch(/^NAME_UNKNOWN: Nothing was sent\. Fields\.Сумма искка/);
    expect(refusal).toContain('ClaimAmount');
  });
});

describe('a tag', () => {
  it('that nothing has is refused with those that are nearest', async () => {
    const asked = { Filters: [{ FieldTag: 'ClaimAmuont', SearchValues: ['1'] }] };
    const refusal = await anna.refusal('search_cases', asked);
    expect(refusal).toMatch(
      /^NAME_UNKNOWN: The service refused it \(400\)\. Filters\.0\.FieldTag "ClaimAmuont"/,
    );
    expect(refusal).toContain('Pass the tag of the right one, which is shown as its id.');
    expect(refusal).toContain('"id":"ClaimAmount"');
  });

  it('of the right field leaves other refusals as they are', async () => {
    const asked = { Filters: [{ FieldTag: 'ClaimAmount', IsEmpty: false, SearchValues: ['1'] }] };
    expect(await anna.refusal('search_cases', asked)).toMatch(/^API_ERROR 400: .*IsEmpty/);
  });

  it('is not looked up, and neither is a name that cannot be looked up', async () => {
    service.faults.set([{ on: 'GET /api/v2/objectTypes', fault: { kind: 'status', status: 403 } }]);
    const asked = (FieldTag: string) => ({ Filters: [{ FieldTag, SearchValues: ['1'] }] });
    await anna.call('search_cases', asked('ClaimAmount'));
    expect(await anna.refusal('search_cases', asked('Нет такого поля'))).toMatch(/^API_ERROR 400/);
  });
});

describe('a system role', () => {
  it('is found by the name that users’ records show', async () => {
    const me = await admin.call('get_user', { id: 'me' });
    const [role] = me.Roles;
    const byName = await admin.call('list_role_permissions', { RoleId: role.Name });
    expect(byName.RoleId).toBe(role.Id);
  });

  it('that no user has is refused with all that users have', async () => {
    const roles = new Set<string>();
    for (const { Id } of (await admin.call('list_users', {})).Items)
      for (const { Name } of (await admin.call('get_user', { id: Id })).Roles) roles.add(Name);
    const refusal = await admin.refusal('list_role_permissions', { RoleId: 'Nobody’s role' });
    expect(refusal).toMatch(/^NAME_UNKNOWN: .*system role/);
    for (const name of roles) expect(refusal).toContain(name);
  });

  it('is changed only if every user could be checked', async () => {
    service.faults.set([{ on: 'GET /api/v2/users/{id}', nth: 3, fault: { kind: 'status', status: 403 } }]);
    const other = await service.connectAs('admin', { own: true });
    const role = (await other.call('get_user', { id: 'me' })).Roles[0];
    const change = { RoleId: role.Name, Permissions: [{ Section: 'Cases', AccessLevel: 'View' }] };
    expect(await other.refusal('update_role_permission', change)).toMatch(/^NAME_AMBIGUOUS: .*too many/);
    await other.close();
  });
});

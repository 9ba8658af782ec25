import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { typeId } from '../../../src/sandbox/seed/classes-and-types.ts';
import { userId } from '../../../src/sandbox/seed/users.ts';
import { type Call, createCaller } from '../client.ts';

interface Card {
  Id: string;
  Fields: Record<string, unknown>;
}

let sandbox: Sandbox;
let call: Call;
beforeAll(async () => {
  sandbox = await createSandbox({ profile: 'convenient' });
  call = createCaller(() => sandbox.url);
});
afterAll(() => sandbox.close());

const create = (Fields: object) =>
  call<Card>('anna', 'POST /api/v2/objects', {
    ObjectTypeId: typeId('CommercialLitigation'),
    Name: 'New matter',
    Fields,
  });
const read = async (id: string) => (await call<Card>('anna', `GET /api/v2/objects/${id}`)).body.Fields;
const edit = (id: string, Fields: object) => call<Card>('anna', `PATCH /api/v2/objects/${id}`, { Fields });

describe('fields with several values', () => {
  it('go in as an array and come back as that one array [CON-11, OPS-7]', async () => {
    const sent = {
      Keywords: ['supply', 'penalty'],
      ClaimItem: ['Debt', 'Penalty'],
      ClaimItemAmount: [100, 20.5],
      ClaimItemAccepted: [true, false],
    };
    const { status, body } = await create(sent);
    expect(status).toBe(201);
    expect(await read(body.Id)).toMatchObject(sent);
    await edit(body.Id, { Keywords: ['supply'] });
    expect(await read(body.Id)).toMatchObject({ ...sent, Keywords: ['supply'] });
  });
});

describe('a field that holds a user', () => {
  it('is filled on creation and on edit, and read as id and name [OBJ-5]', async () => {
    const { body } = await create({ CaseNumber: 'U-1', SecondLawyer: userId('john') });
    expect((await read(body.Id)).SecondLawyer).toEqual({ Id: userId('john'), Name: 'John Hale' });
    await edit(body.Id, { SecondLawyer: userId('ivan') });
    expect((await read(body.Id)).SecondLawyer).toMatchObject({ Id: userId('ivan') });
    await edit(body.Id, { SecondLawyer: null });
    expect((await read(body.Id)).SecondLawyer).toBeNull();
  });
});

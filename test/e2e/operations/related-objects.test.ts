import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { relatedObjects } from '../../../tools/operations/related-objects.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { caseId, unknownId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const [smith, delta, letter, lutik, inquiry] = ['smith', 'delta', 'letter', 'lutik', 'inquiry'].map(
  caseId,
) as [string, string, string, string, string];
const tally = createTally();
let service: TestService;
let anna: TestClient;
/** User who may view the case Delta but cannot see the inquiry. */
let kate: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate] = await tally.connect(service, 'anna', 'kate');
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});
beforeEach(() => service.reset());

const linked = async (objectId: string, client = anna): Promise<string[]> =>
  (await client.call('list_related_objects', { objectId })).Items.map(({ Id }: any) => Id).sort();

describe('list_related_objects', () => {
  it('reads the links from both sides', async () => {
    expect(await linked(smith)).toEqual([delta, letter].sort());
    expect(await linked(delta)).toContain(smith);
    const { Items } = await anna.call('list_related_objects', { objectId: smith });
    expect(Items.map(({ Name }: any) => Name)).toContain('Delta v. Romashka');
  });

  it('is refused if the user cannot see the object', async () => {
    expect(await kate.refusal('list_related_objects', { objectId: inquiry })).toContain(
      `API_ERROR 404: Object ${inquiry} was not found.`,
    );
  });
});

describe('add_related_objects', () => {
  it('links several objects at once', async () => {
    const answer = await anna.call('add_related_objects', {
      objectId: smith,
      ObjectIds: [lutik, inquiry, delta],
    });
    expect(answer.Items.map(({ Id }: any) => Id).sort()).toEqual([delta, letter, lutik, inquiry].sort());
    expect(await linked(smith)).toEqual([delta, letter, lutik, inquiry].sort());
    expect(await linked(lutik)).toEqual([smith]);
  });

  it('requires no permission for the linked objects, which stay hidden from users without it', async () => {
    await kate.call('add_related_objects', { objectId: smith, ObjectIds: [inquiry] });
    expect(await linked(smith)).toContain(inquiry);
    expect(await linked(smith, kate)).not.toContain(inquiry);
  });

  it('needs Edit on the object', async () => {
    const text = await kate.refusal('add_related_objects', { objectId: delta, ObjectIds: [lutik] });
    expect(text).toMatch(
      /^API_ERROR 403: Permission Edit on the object .*the user has View\.\n.*tell the user/,
    );
    expect(await linked(delta)).not.toContain(lutik);
  });

  it('links nothing when one of the objects is unknown or the object itself', async () => {
    const before = await linked(smith);
    const add = (ObjectIds: string[]) => anna.refusal('add_related_objects', { objectId: smith, ObjectIds });
    expect(await add([lutik, unknownId])).toContain(`API_ERROR 404: Object ${unknownId} was not found.`);
    expect(await add([lutik, smith])).toContain('An object cannot be linked with itself.');
    expect(await linked(smith)).toEqual(before);
  });
});

describe('remove_related_objects', () => {
  it('takes several ids in the address of its DELETE, and leaves the objects alone', async () => {
    await anna.call('add_related_objects', { objectId: smith, ObjectIds: [lutik] });
    expect(await anna.call('remove_related_objects', { objectId: smith, ids: [delta, letter] })).toBe(
      undefined,
    );
    expect(await linked(smith)).toEqual([lutik]);
    expect(await linked(delta)).not.toContain(smith);
    expect(await anna.call('get_object', { id: delta })).toMatchObject({ Name: 'Delta v. Romashka' });
  });

  it('removes a single id, also from the other side of the link', async () => {
    await anna.call('remove_related_objects', { objectId: letter, ids: [smith] });
    expect(await linked(smith)).toEqual([delta]);
  });

  it('removes nothing when one of the ids is not linked', async () => {
    const text = await anna.refusal('remove_related_objects', { objectId: smith, ids: [delta, lutik] });
    expect(text).toMatch(new RegExp(`^API_ERROR 404: Among the related objects .*${lutik}`));
    expect(await linked(smith)).toEqual([delta, letter].sort());
  });

  it('needs Edit on the object', async () => {
    expect(await kate.refusal('remove_related_objects', { objectId: delta, ids: [smith] })).toContain(
      'API_ERROR 403',
    );
    expect(await linked(delta)).toContain(smith);
  });
});

it('no tool of the area was left out', () => {
  expect(tally.leftOut(relatedObjects.operations)).toEqual({ carriedOut: [], refused: [] });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

const person = { LastName: 'Reilly', FirstName: 'Tom' };

/** For each kind of service: a new full name that it would swap, and one that it splits as meant. */
describe.each([
  ['last first', 'Tom Sharp', 'Sharp Tom', 'last name', 'Tom'],
  ['first last', 'Sharp Tom', 'Tom Sharp', 'first name', 'Sharp'],
] as const)(
  'a new full name at a service that writes names as %s',
  (nameOrder, swapped, fitting, part, word) => {
    let service: TestService;
    let client: TestClient;
    let id: string;
    beforeAll(async () => {
      service = await startService({ quirks: { nameOrder } });
      client = await service.connectAs('admin');
    });
    beforeEach(async () => {
      service.reset();
      ({ Id: id } = await client.call('create_participant', { Type: 'Individual', IndividualInfo: person }));
    });
    afterAll(async () => {
      await client?.close();
      await service?.close();
    });

    it.each(['edit_participant', 'update_participant'])(
      'is refused by %s if the service would swap its parts, with the arguments to send instead',
      async (tool) => {
        expect(await client.refusal(tool, { id, Name: swapped })).toContain(
          `Name "${swapped}": this service begins the name of a person with the ${part}, so it would store "${word}" as the ${part}. Leave out Name and send IndividualInfo.LastName "Sharp", IndividualInfo.FirstName "Tom".`,
        );
        expect((await client.call('get_participant', { id })).IndividualInfo).toMatchObject(person);
      },
    );

    it('is refused in a plan', async () => {
      const changes = [{ tool: 'edit_participant', arguments: { id, Name: swapped } }];
      const answer = await client.callTool('plan_changes', { changes });
      expect(answer.content.map(({ text }) => text).join('\n')).toContain('IndividualInfo.LastName "Sharp"');
    });

    it('is sent if the service splits it as meant', async () => {
      expect((await client.callTool('edit_participant', { id, Name: fitting })).isError).toBeFalsy();
      const { IndividualInfo } = await client.call('get_participant', { id });
      expect(IndividualInfo).toMatchObject({ LastName: 'Sharp', FirstName: 'Tom' });
    });

    it('is sent in either order if its parts are sent too', async () => {
      const IndividualInfo = { LastName: 'Sharp', FirstName: 'Tom' };
      await client.callTool('edit_participant', { id, Name: swapped, IndividualInfo });
      expect((await client.call('get_participant', { id })).IndividualInfo).toMatchObject(IndividualInfo);
    });
  },
);

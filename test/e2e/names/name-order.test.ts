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

    it('is refused with a suggestion that keeps each current part, whatever else the name has', async () => {
      const name = nameOrder === 'last first' ? 'Tom Reilly Jr.' : 'Reilly, Tom Jr.';
      expect(await client.refusal('edit_participant', { id, Name: name })).toContain(
        'send IndividualInfo.LastName "Reilly", IndividualInfo.FirstName "Tom", IndividualInfo.MiddleName "Jr.".',
      );
    });

    it('is refused if the service would swap a part of several words', async () => {
      const IndividualInfo = { LastName: 'van der Berg', FirstName: 'Jan' };
      await client.callTool('edit_participant', { id, IndividualInfo });
      const [name, stored] =
        nameOrder === 'last first'
          ? ['Jan van der Broek', 'LastName "van der Broek", IndividualInfo.FirstName "Jan"']
          : ['van der Berg Piet', 'LastName "van der Berg", IndividualInfo.FirstName "Piet"'];
      expect(await client.refusal('edit_participant', { id, Name: name })).toContain(stored);
    });

    it('is sent if it adds a first name in the order of the service', async () => {
      const name = nameOrder === 'last first' ? 'Reilly John Tom' : 'John Tom Reilly';
      expect((await client.callTool('edit_participant', { id, Name: name })).isError).toBeFalsy();
      const { IndividualInfo } = await client.call('get_participant', { id });
      expect(IndividualInfo).toMatchObject({ LastName: 'Reilly', FirstName: 'John', MiddleName: 'Tom' });
    });

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

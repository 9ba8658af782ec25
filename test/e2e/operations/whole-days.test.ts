import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('anna');
});
afterAll(async () => {
  await client?.close();
  await service?.close();
});

const midnight = (day: string) => `${day}T00:00:00.000Z`;

describe('a day without time', () => {
  it.each(['2026-11-02', '2026-11-02T00:00:00+03:00', '2026-11-02T00:00-05:00', '2026-11-02T00:00:00Z'])(
    'is stored as the date of a document and the due date of a task: %s',
    async (day) => {
      const document = await client.call('create_document', { Name: `Dated ${day}`, Date: day });
      expect(document.Date).toBe(midnight('2026-11-02'));
      const task = await client.call('create_task', { Name: 'Review contract', ExecutionDate: day });
      expect(task.ExecutionDate).toBe(midnight('2026-11-02'));
    },
  );

  it('is the first or last day of an all-day event', async () => {
    const days = { StartDate: '2026-12-31', EndDate: '2027-01-01', AllDay: true };
    const event = await client.call('create_event', { Name: 'Recess', ...days });
    expect(event).toMatchObject({ StartDate: midnight('2026-12-31'), EndDate: midnight('2027-01-02') });
    const { Id: id } = event;
    const moved = { id, StartDate: '2027-01-04', EndDate: '2027-01-04', AllDay: true };
    expect(await client.call('update_event', { ...moved, detail: 'full' })).toMatchObject({
      StartDate: midnight('2027-01-04'),
      EndDate: midnight('2027-01-05'),
    });
  });

  it('keeps the time of an event that has one', async () => {
    const times = { StartDate: '2026-12-01T00:00:00+03:00', EndDate: '2026-12-01T01:00:00+03:00' };
    expect(await client.call('create_event', { Name: 'Night shift', ...times })).toMatchObject({
      StartDate: '2026-11-30T21:00:00.000Z',
    });
    const refusal = await client.refusal('create_event', { ...times, Name: 'x', StartDate: '2026-12-01' });
    expect(refusal).toMatch(
      /^INVALID_ARGUMENTS: Nothing was sent\. StartDate: .*; a day needs AllDay true\.$/,
    );
  });

  it('is refused if there is no such day', async () => {
    expect(await client.refusal('create_document', { Name: 'x', Date: '2026-02-30' })).toMatch(
      /^INVALID_ARGUMENTS: Nothing was sent\. Date: /,
    );
  });
});

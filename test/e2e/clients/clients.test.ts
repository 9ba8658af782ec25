import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../tools/index.ts';
import {
  type ConnectOptions,
  clientKinds,
  startService,
  type TestClient,
  type TestService,
} from '../../support/clients/harness.ts';
import { setClock, usualMoment } from '../../support/time/clock.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('the instructions', () => {
  const dayToldTo = async (options: ConnectOptions) => {
    const client = await service.connectAs('anna', options);
    const [, day] = /Date at connection: ([^;]*);/.exec(client.library.getInstructions() ?? '') ?? [];
    await client.close();
    return day;
  };
  const zone = (name: string) => ['--time-zone', name];

  it.each(clientKinds.flatMap((kind) => (['stdio', 'http'] as const).map((over) => [kind, over] as const)))(
    'name the day of the connection in the configured time zone for a %s client over %s',
    async (kind, over) => {
      // It is 9:00 UTC.
      expect(await dayToldTo({ kind, over, args: zone('Pacific/Kiritimati') })).toBe(
        'Wed 2026-03-04 (Pacific/Kiritimati)',
      );
      expect(await dayToldTo({ kind, over, args: zone('Pacific/Niue') })).toBe(
        'Tue 2026-03-03 (Pacific/Niue)',
      );
    },
  );

  it('name the time zone of the machine if none is configured', async () => {
    expect(await dayToldTo({ over: 'stdio', env: { TZ: 'Asia/Kolkata' } })).toBe(
      'Wed 2026-03-04 (UTC+05:30)',
    );
    expect(await dayToldTo({ over: 'stdio', env: { TZ: 'America/St_Johns' } })).toBe(
      'Wed 2026-03-04 (UTC-03:30)',
    );
  });

  it('name the new day at a connection on the next day', async () => {
    const at = (moment: string) => {
      setClock(moment);
      return dayToldTo({ over: 'memory', args: zone('UTC') });
    };
    expect(await at('2026-03-04T23:59:00Z')).toBe('Wed 2026-03-04 (UTC)');
    expect(await at('2026-03-05T00:00:30Z')).toBe('Thu 2026-03-05 (UTC)');
    setClock(usualMoment);
  });
});

describe.each(clientKinds)('a %s client over stdio', (kind) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await service.connectAs('anna', { kind });
  });
  afterAll(() => client.close());

  it('gets every operation as a tool, except older versions, with the same bytes each time', async () => {
    const first = await client.listTools();
    const operations = catalogue
      .flatMap((area) => area.operations.map(({ name }) => name))
      .filter((name) => !/_v\d+$/.test(name));
    expect(first.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(operations));
    expect(JSON.stringify(await client.listTools())).toBe(JSON.stringify(first));
  });

  it('reads from the service on behalf of the signed-in user', async () => {
    const page = await client.call('list_object_classes');
    expect(page.Items.map((item: { SysName: string }) => item.SysName)).toContain('Case');
  });

  it('is refused with the name of the wrong argument before anything is sent [FLT-19]', async () => {
    expect(await client.refusal('list_folders', { PageSize: 'Smith' })).toMatch(
      /INVALID_ARGUMENTS.*PageSize: should be a number, not "Smith"/,
    );
  });

  it('is told that a tool does not exist', async () => {
    await expect(client.callTool('forget_everything')).rejects.toThrow(/Unknown tool "forget_everything"/);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../tools/index.ts';
import {
  clientKinds,
  startService,
  type TestClient,
  type TestService,
} from '../../support/clients/harness.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

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

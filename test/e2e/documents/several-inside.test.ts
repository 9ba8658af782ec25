import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { documentId } from '../../support/sample-ids.ts';

let service: TestService;
let head: TestClient;
beforeAll(async () => {
  service = await startService();
  head = await service.connectAs('head');
});
afterAll(async () => {
  await head?.close();
  await service?.close();
});

const document = documentId('smithBundle');
const read = async (args: Record<string, unknown>) =>
  textOf(await head.callTool('read_document', { document, ...args }));
const downloads = () => service.requests.filter(({ path }) => path.includes('/documents/Download')).length;

describe('several files inside a document', () => {
  it('are read in one call, with one download', async () => {
    const before = downloads();
    const [first, second] = [await read({ attachment: '1' }), await read({ attachment: '2' })];
    const both = await read({ attachment: '1, 2' });
    expect(both).toContain('== File 1 inside ==');
    expect(both).toContain('== File 2 inside ==');
    for (const one of [first, second]) expect(both).toContain(one.trim().split('\n').at(-1));
    expect(downloads() - before).toBe(1);
  });

  it('are searched together', async () => {
    const word = (await read({ attachment: '1' })).trim().split(/\W+/).at(-1) as string;
    expect(await read({ attachment: '1,2', find: word })).toMatch(
      /== File 1 inside ==[\s\S]*== File 2 inside ==/,
    );
  });

  it('are shown without one that does not exist, whose place has the reason', async () => {
    expect(await read({ attachment: '1,9' })).toMatch(/== File 1 inside ==[\s\S]*== File 9 inside ==\n.*9/);
  });

  it.each([
    ['1,x', undefined, /"x" should be the index of a file inside/],
    ['1,2,3,4,5,6,7,8,9,10,11', undefined, /at most 10 files/],
    ['1,2', 'pages', /Pass one number/],
  ])('are refused if they cannot be read together: %s', async (attachment, as, why) => {
    expect(await head.refusal('read_document', { document, attachment, as })).toMatch(why);
  });
});

import { describe, expect, it } from 'vitest';
import { startService } from '../../support/clients/harness.ts';
import { lookupResult } from '../../support/clients/workflows.ts';
import { sampleIds } from '../../support/sample-ids.ts';

/** Name of a case without tasks, events and documents. */
const empty = 'Zyxomma consultation';

/** Asks a server that has seen no answer of the service yet, so that no filter is verified. */
async function askFirst(
  tool: string,
  args: Record<string, unknown>,
  env: Record<string, string> = {},
): Promise<readonly string[]> {
  const service = await startService();
  const client = await service.connectAs('head', { env });
  const { Type } = await client.call('get_object', { id: sampleIds.smith });
  await client.call('create_object', { ObjectTypeId: Type.Id, Name: empty });
  const { notes } = lookupResult(await client.callTool(tool, args));
  await client.close();
  await service.close();
  return notes.filter((note) => /nothing was found|ничего не найдено/i.test(note));
}

describe('a note about filters that the service may not apply', () => {
  it.each([
    ['case_brief', { case: 'Smith' }],
    ['case_timeline', { case: 'Smith' }],
    ['agenda', { case: 'Smith' }],
    ['read_document', { case: 'Smith', document: 'Service contract' }],
    ['read_document', { case: 'Smith', find: 'payment' }],
  ])('is absent from %s %j, whose parts were found', async (tool, args) => {
    expect(await askFirst(tool, args)).toEqual([]);
  });

  it.each([
    ['case_brief', 'tasks, events, documents'],
    ['case_timeline', 'events, tasks, documents'],
    ['agenda', 'tasks, events'],
  ])('names all empty parts of %s in one sentence', async (tool, parts) => {
    expect(await askFirst(tool, { case: empty })).toEqual([
      `Nothing was found: ${parts}. The service may not apply the filters of these lists, so records may exist.`,
    ]);
  });

  it('is in the language of the server', async () => {
    const env = { CASEBRIDGE_LANGUAGE: 'ru' };
    expect(await askFirst('case_brief', { case: empty }, env)).toEqual([
      'Ничего не найдено: задачи, события, документы. Возможно, система не учитывает условия этих списков, и записи всё же есть.',
    ]);
  });

  it('stands in the answer of a search for documents of a case that has none', async () => {
    expect(await askFirst('read_document', { case: empty, find: 'payment' })).toEqual([
      'Nothing was found: documents. The service may not apply the filters of these lists, so records may exist.',
    ]);
  });
});

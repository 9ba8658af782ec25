import { expect, it } from 'vitest';
import { textOf } from '../../support/clients/harness.ts';
import { useUpstream } from '../../support/servers/upstream.ts';

const { start, connectTo } = useUpstream();
const id = '00000000-0000-4000-8000-000000000001';
const reads: readonly (readonly [string, Record<string, unknown>])[] = [
  ['list_users', {}],
  ['get_task', { id }],
  ['search_cases', {}],
  ['list_documents', {}],
  ['get_non_working_days', {}],
  ['download_document', { docID: id }],
  ['get_object', { id, fields: ['Name'] }],
  ['list_tasks', { all: true }],
];

it.each([204, 200])(
  'a read that is answered %i and no data is never called done [FLT-71]',
  async (status) => {
    const upstream = await start({ call: (response) => response.writeHead(status).end() });
    const client = await connectTo(upstream.url);
    for (const [tool, args] of reads) {
      const text = textOf(await client.callTool(tool, args));
      expect(text, tool).toMatch(/The service returned no data/);
      expect(text, tool).not.toContain('Done');
    }
  },
);

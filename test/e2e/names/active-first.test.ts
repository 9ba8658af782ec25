import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteOf } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

const { smith, statementOfClaim } = sampleIds;
const enforcement = 'ENF-2026-009';

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  service.reset();
  client = await service.connectAs('admin');
  return () => client.close();
});
afterAll(() => service?.close());

describe('a read whose words match one active case and several archived ones', () => {
  beforeEach(() => client.call('archive_object', { id: enforcement }));

  it('takes the active case, and says which and how many others there are', async () => {
    const answer = await client.callTool('get_object', { id: 'Northbridge' });
    expect(JSON.parse(textOf(answer)).Id).toBe(smith);
    expect(noteOf(answer)).toMatch(
      /^\{"argument":"id","given":"Northbridge",.*"name":"Smith v\. Northbridge Ltd","archivedToo":2\}$/m,
    );
  });

  it.each(['case_brief', 'case_timeline', 'agenda', 'read_document'])(
    'does so as %s, with a note',
    async (name) => {
      const answer = await client.callTool(name, { case: 'Northbridge' });
      expect(answer.isError, textOf(answer)).toBeFalsy();
      expect(JSON.stringify(answer.content)).toContain(
        'the only active case that matches; 2 archived cases match too.',
      );
    },
  );

  it('is unlike a change, which is refused with all of them', async () => {
    const text = await client.refusal('edit_object', { id: 'Northbridge', Description: 'x' });
    expect(text).toMatch(
      /^NAME_AMBIGUOUS: Nothing was sent\. id "Northbridge": 3 objects match\. Ask the user/,
    );
    const draft = await client.refusal('draft_document', { name: 'Letter', text: 'x', case: 'Northbridge' });
    expect(draft).toMatch(/^NAME_AMBIGUOUS/);
  });
});

describe('a read whose words match several cases in work', () => {
  it('is answered with these, in words for a read', async () => {
    const text = await client.refusal('get_object', { id: 'Northbridge' });
    expect(text).toMatch(
      /^NAME_AMBIGUOUS: id "Northbridge": 3 objects match\. Repeat the call with the id of the intended one, or ask the user\./,
    );
    expect(text).toContain(smith);
  });

  it('reads a document by its name if only one of the cases has it', async () => {
    const { Name } = await client.call('get_document', { id: statementOfClaim });
    const answer = await client.callTool('read_document', { case: 'Northbridge', document: Name });
    expect(answer.isError, textOf(answer)).toBeFalsy();
    expect(textOf(answer)).toContain(Name);
    expect(await client.refusal('read_document', { case: 'Northbridge', document: 'Nothing' })).toMatch(
      /^NAME_AMBIGUOUS: 3 cases match "Northbridge"/,
    );
  });
});

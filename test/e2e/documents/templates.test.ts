import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { startFront } from '../../support/servers/front.ts';

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

const tool = 'create_document_from_template';
const textOf = async (by: TestClient, args: Record<string, unknown>): Promise<string> =>
  (await by.callTool(tool, args)).content.map(({ text }) => text).join('\n');
const CaseId = sampleIds.smith;

describe('a document created from a template', () => {
  it.each(['Reply to claim (template)', 'Шаблон ходатайства'])(
    'comes with the places that stayed empty, and with the next call: %s',
    async (TemplateId) => {
      const answer = await textOf(client, { TemplateId, CaseId });
      expect(answer).toContain(
        'Placeholders left empty, because the case has no value or no such field: {NoSuchTag}.',
      );
      expect(answer).toMatch(/update_document \{"Id":"[\da-f-]{36}"\} with Date, TypeId, FolderId\./);
    },
  );

  it('comes with the statement that all places are filled', async () => {
    expect(await textOf(client, { TemplateId: 'Шаблон доверенности', CaseId })).toContain(
      'Placeholders in the template: 3, all filled.',
    );
  });

  it('includes a warning that its content is unknown if files cannot be read', async () => {
    const front = await startFront(service.url, (request) =>
      request.includes('/documents/Download') ? 403 : undefined,
    );
    const few = await service.connectAs('anna', { env: { CASEBRIDGE_URL: front.url } });
    try {
      expect(await textOf(few, { TemplateId: 'Шаблон доверенности', CaseId })).toContain(
        'The new file could not be read, so it is unknown whether placeholders were left empty: check the file.',
      );
    } finally {
      await few.close();
      await front.close();
    }
  });
});

describe('a refusal of names', () => {
  it('lists the templates, and explains every unknown name of the call', async () => {
    const refusal = await client.refusal(tool, {
      TemplateId: 'Letter of apology',
      CaseId: 'Nobody v. Noone',
    });
    expect(refusal).toMatch(/^NAME_UNKNOWN: Nothing was sent\. TemplateId "Letter of apology": no template/);
    for (const name of ['Reply to claim (template)', 'Шаблон доверенности', 'Шаблон претензии'])
      expect(refusal).toContain(`"name":"${name}"`);
    expect(refusal).toContain('CaseId "Nobody v. Noone": no case has');
  });

  it('explains the names of all arguments, in lists and fields of a card too', async () => {
    const ofTask = await client.refusal('create_task', {
      Name: 'Review contract',
      CaseId: 'Nobody v. Noone',
      TypeId: 'Zzz',
      Responsibles: [{ Type: 'User', Id: 'Qqq' }],
    });
    for (const part of ['CaseId "Nobody v. Noone"', 'TypeId "Zzz"', 'Responsibles.0.Id "Qqq"'])
      expect(ofTask).toContain(`${part}: no `);
    expect(ofTask.match(/Nothing was sent/g)).toHaveLength(1);
  });
});

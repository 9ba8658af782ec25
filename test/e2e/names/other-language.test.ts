import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds } from '../../support/sample-ids.ts';

const { smith } = sampleIds;
const party = 'ООО «Вектор»';
const task = (more: object) => ({ CaseId: smith, Name: 'Prepare bundle', ...more });

/** Words in the language that the service does not use, and the service's own name for them. */
const changes: Readonly<Record<'ru' | 'en', readonly (readonly [string, object, string])[]>> = {
  ru: [
    ['add_case_participant', { id: smith, ParticipantId: party, RoleId: 'Third party' }, 'Третье лицо'],
    ['add_case_participant', { id: smith, ParticipantId: party, RoleId: 'Judge' }, 'Судья'],
    ['create_task', task({ Name: 'Prepare reply' }), 'Подготовить отзыв'],
    ['create_task', task({ StatusId: 'Done' }), 'Выполнена'],
    ['create_task', task({ PriorityId: 'High' }), 'Высокий'],
    ['create_task', task({ TypeId: 'Deadline' }), 'Срок'],
  ],
  en: [
    ['add_case_participant', { id: smith, ParticipantId: party, RoleId: 'Третье лицо' }, 'Third party'],
    ['add_case_participant', { id: smith, ParticipantId: party, RoleId: 'Судья' }, 'Judge'],
    ['create_task', task({ Name: 'Позвонить клиенту' }), 'Call client'],
    ['create_task', task({ NameId: 'Позвонить клиенту' }), 'Call client'],
    ['create_task', task({ StatusId: 'Выполнена' }), 'Done'],
    ['create_task', task({ PriorityId: 'Высокий' }), 'High'],
    ['create_task', task({ TypeId: 'Срок' }), 'Deadline'],
  ],
};

describe.each(['ru', 'en'] as const)('a name in another language than the service in %s', (language) => {
  let service: TestService;
  let client: TestClient;
  beforeAll(async () => {
    service = await startService({ quirks: { language } });
    client = await service.connectAs('admin', { env: { CASEBRIDGE_ANSWER_TOKENS: '8000' } });
  });
  afterAll(async () => {
    await client?.close();
    await service?.close();
  });

  it.each(changes[language])(
    'is taken for the record, or refused with the record among the candidates: %s %j',
    async (tool, args, name) => {
      service.reset();
      const answer = await client.callTool(tool, { ...args });
      const text = answer.content.map((part) => part.text).join('\n');
      if (answer.isError) expect(textOf(answer)).toMatch(/^NAME_UNKNOWN: /);
      expect(text).toContain(name);
    },
  );
});

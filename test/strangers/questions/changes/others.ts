import { topicOfField } from '../../change.ts';
import { at, byId, unique } from '../../pick.ts';
import { type Question, questionsOf } from '../../question.ts';
import { changes, holds, onDay, rich } from './call.ts';

const made = (kind: 'participants' | 'documents', fields: Readonly<Record<string, unknown>>) => ({
  made: [
    {
      kind,
      fields: Object.entries(fields).map(([field, value]) => ({
        field,
        value,
        topic: topicOfField(field),
      })),
    },
  ],
});

export const participantChanges: readonly Question[] = questionsOf('changes/participants', {
  'a new company': () =>
    changes(
      [
        'create_participant',
        {
          Type: 'Company',
          Name: 'ООО «Северная верфь»',
          CompanyInfo: { Name: 'Северная верфь', IdNumber: '7800000021' },
          ContactInfo: { EmailMain: 'wharf@example.org', PhoneMain: '+7 812 000-00-21' },
        },
      ],
      [],
      made('participants', {
        name: holds('Северная верфь'),
        kind: 'company',
        inn: '7800000021',
        email: 'wharf@example.org',
        phone: '+7 812 000-00-21',
      }),
    ),
  'a new person': () =>
    changes(
      [
        'create_participant',
        {
          Type: 'Individual',
          Name: 'Ракитина Ольга Глебовна',
          IndividualInfo: { LastName: 'Ракитина', FirstName: 'Ольга', MiddleName: 'Глебовна' },
          INN: '780000000035',
        },
      ],
      [],
      made('participants', { name: holds('Ракитина'), kind: 'individual', inn: '780000000035' }),
    ),
  'e-mail of a company': ({ world }) => {
    const found = rich(world.participants.filter(({ kind, email }) => kind === 'company' && email))[0];
    return (
      found &&
      changes(
        ['edit_participant', { id: found.id, ContactInfo: { EmailMain: 'new@example.org' } }],
        [[`participants/${found.id}/email`, 'new@example.org']],
      )
    );
  },
  'phone of a person': ({ world }) => {
    const found = rich(world.participants.filter(({ kind, phone }) => kind === 'individual' && phone))[0];
    return (
      found &&
      changes(
        ['update_participant', { id: found.id, ContactInfo: { PhoneMain: '+7 495 000-00-77' } }],
        [[`participants/${found.id}/phone`, '+7 495 000-00-77']],
      )
    );
  },
  'name of a company': ({ world }) => {
    const found = rich(world.participants.filter(({ kind }) => kind === 'company'))[3];
    return (
      found &&
      changes(
        ['edit_participant', { id: found.id, Name: 'ООО «Переименованное»' }],
        [[`participants/${found.id}/name`, holds('Переименованное'), /name/i]],
      )
    );
  },
});

export const documentChanges: readonly Question[] = questionsOf('changes/documents', {
  'a new text in a case': ({ world }) => {
    const found = at(
      unique(world.cases).filter(({ isArchived }) => !isArchived),
      4,
    );
    const type = world.documents.find((one) => one.type !== undefined)?.type;
    return found && type
      ? changes(
          [
            'create_document',
            {
              Name: 'Памятка клиенту',
              CaseId: found.name,
              TypeId: type,
              Date: '2026-03-02T00:00:00Z',
              File: { name: 'memo.txt', text: 'Срок оплаты пошлины до пятницы.' },
            },
          ],
          [],
          made('documents', {
            name: holds('Памятка клиенту'),
            case: found.id,
            type,
            date: onDay(new Date('2026-03-02T00:00:00Z')),
            text: holds('Срок оплаты пошлины'),
          }),
        )
      : undefined;
  },
  'type of a document': ({ world }) => {
    const found = rich(world.documents)[0];
    const type = world.documents.find((one) => one.type !== undefined && one.type !== found?.type)?.type;
    return found && type
      ? changes(
          [
            'update_document',
            { Id: found.id, TypeId: type, Date: (found.date ?? found.createdAt).toISOString() },
          ],
          [[`documents/${found.id}/type`, type]],
          { may: new RegExp(`documents/${found.id}/date`) },
        )
      : undefined;
  },
  'date of a document in a folder': ({ world }) => {
    const found = rich(world.documents.filter(({ folders }) => folders.length > 1))[1];
    return (
      found &&
      changes(
        ['update_document', { Id: found.id, Date: '2026-02-03T00:00:00Z' }],
        [[`documents/${found.id}/date`, onDay(new Date('2026-02-03T00:00:00Z')), /date/i]],
      )
    );
  },
  'a draft in a case': ({ world }) => {
    const found = at(
      unique(world.cases).filter(({ isArchived }) => !isArchived),
      9,
    );
    return (
      found &&
      changes(
        [
          'draft_document',
          {
            name: 'Отзыв на иск',
            case: found.name,
            text: '# Отзыв\nОтветчик иск не признаёт.\n1. Срок пропущен.',
          },
        ],
        [],
        made('documents', { name: holds('Отзыв на иск'), case: found.id }),
      )
    );
  },
});

/** Calls of workflows after changes, which must not return stale data. */
export const afterChanges: readonly Question[] = questionsOf('changes/read afterwards', {
  'a case that was renamed': ({ world }) => {
    const found = world.cases.find(({ name }) => name.endsWith('(уточнено)'));
    return (
      found && {
        calls: [['case_brief', { case: found.id }]],
        expected: found.name,
        check: ({ data }) =>
          data?.case?.name === byId(world.cases, found.id)?.name
            ? []
            : [{ what: `name is ${data?.case?.name}`, topic: /name/i }],
      }
    );
  },
  'number of tasks': ({ world }) => ({
    calls: [['query_records', { sql: 'SELECT count(*) FROM tasks' }]],
    expected: String(world.tasks.length),
    check: ({ data }) =>
      Number(data?.rows?.[0]?.[0]) === world.tasks.length
        ? []
        : [{ what: `${data?.rows?.[0]?.[0]} tasks`, topic: /task/i }],
  }),
  'number of archived cases': ({ world }) => {
    const all = world.cases.filter(({ isArchived }) => isArchived).length;
    return {
      calls: [['search_cases', { Status: 'Archived', count: true }]],
      expected: String(all),
      check: ({ body }) =>
        body?.count === all ? [] : [{ what: `${body?.count} cases`, topic: /status|count/i }],
    };
  },
});

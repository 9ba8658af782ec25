import { topicOfField } from '../../change.ts';
import { busyUsers, unique } from '../../pick.ts';
import { type Asked, type Context, type Question, questionsOf } from '../../question.ts';
import type { LegalCase, Participant, User, World } from '../../world.ts';
import { changes, holds, onDay, rich } from './call.ts';

/**
 * Returns an existing case whose card has a value in every field that its type requires, as a template for a new case.
 */
const templateCase = ({ cases }: World) => rich(cases.filter(({ isArchived }) => !isArchived))[2];

const sendable = ({ card }: LegalCase) =>
  Object.fromEntries(
    Object.entries(card).map(([tag, value]) => [tag, value instanceof Date ? value.toISOString() : value]),
  );

const cardFields = ({ card }: LegalCase) =>
  Object.entries(card)
    .filter(([, value]) => !Array.isArray(value) && value !== null && value !== undefined && value !== '')
    .map(([tag, value]) => ({
      field: `card.${tag}`,
      value: value instanceof Date ? onDay(value) : value,
      topic: topicOfField(`card.${tag}`),
    }));

const company = ({ participants }: World): Participant | undefined =>
  unique(participants).find(({ kind, inn }) => kind === 'company' && inn);
const roleName = ({ cases }: World) =>
  cases.flatMap(({ parties }) => parties).find(({ role }) => role !== undefined)?.role;

export const objectCreations: readonly Question[] = questionsOf('changes/create_object', {
  'with a card': ({ world }) => {
    const one = templateCase(world);
    const user = busyUsers(world)[0];
    return (
      one &&
      user &&
      changes(
        [
          'create_object',
          {
            ObjectTypeId: one.type,
            Name: 'О взыскании неустойки за просрочку',
            Number: 'Н-1001/2026',
            ResponsibleId: user.name,
            Fields: sendable(one),
          },
        ],
        [],
        {
          made: [
            {
              kind: 'cases',
              fields: [
                { field: 'name', value: 'О взыскании неустойки за просрочку', topic: /name/i },
                { field: 'number', value: 'Н-1001/2026', topic: /number/i },
                { field: 'type', value: one.type, topic: /type/i },
                { field: 'responsible', value: user.id, topic: /responsible/i },
                ...cardFields(one),
              ],
            },
          ],
        },
      )
    );
  },
  'a duplicate': ({ world }) => {
    const one = templateCase(world);
    return (
      one &&
      changes(
        [
          'create_object',
          {
            ObjectTypeId: one.type,
            Name: 'Второе такое же дело',
            Fields: sendable(one),
            CheckForDuplicates: false,
          },
        ],
        [],
        {
          made: [
            {
              kind: 'cases',
              fields: [{ field: 'name', value: 'Второе такое же дело', topic: /name/i }, ...cardFields(one)],
            },
          ],
        },
      )
    );
  },
});

function intake(
  { world }: Context,
  party: Readonly<Record<string, unknown>>,
  known: Participant | undefined,
  responsible?: User,
): Asked | undefined {
  const one = templateCase(world);
  const role = roleName(world);
  const task = world.tasks.find(({ isOpen }) => isOpen)?.name;
  const due = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 14 * 86_400_000);
  if (one === undefined || role === undefined || task === undefined) return undefined;
  const name = `Новое дело: ${String(party.party ?? party.inn)}, ${responsible?.name ?? 'моё'}`;
  return changes(
    [
      'open_case_intake',
      {
        name,
        type: one.type,
        ...party,
        role,
        responsible: responsible?.name ?? 'me',
        fields: { ...sendable(one), ...withNewNumbers(one) },
        task,
        due: due.toISOString().slice(0, 10),
      },
    ],
    [],
    {
      made: [
        {
          kind: 'cases',
          fields: [
            { field: 'name', value: name, topic: /case/i },
            { field: 'responsible', value: responsible?.id ?? world.signsIn.userId, topic: /responsible/i },
            ...(known
              ? [
                  {
                    field: `parties[${JSON.stringify({ participant: known.id, role })}]`,
                    value: '1',
                    topic: /role|participant/i,
                  },
                ]
              : []),
          ],
        },
        ...(known
          ? []
          : [
              {
                kind: 'participants' as const,
                fields: [
                  { field: 'name', value: holds(String(party.party)), topic: /participant/i },
                  { field: 'inn', value: party.inn, topic: topicOfField('inn') },
                ],
              },
            ]),
        {
          kind: 'tasks' as const,
          fields: [
            { field: 'name', value: task, topic: /task/i },
            {
              field: 'deadline',
              value: (text: string) => Math.abs(Date.parse(text) - due.getTime()) < 2 * 86_400_000,
              topic: /due/i,
            },
          ],
        },
      ],
    },
  );
}

/** Changes the numbers on the card, so that the service does not report a duplicate. */
const withNewNumbers = ({ card }: LegalCase) =>
  Object.fromEntries(
    Object.entries(card)
      .filter(([tag, value]) => typeof value === 'string' && /num|номер|no$/i.test(tag))
      .map(([tag]) => [tag, `Н-${Math.floor(Date.now() / 1000)}`]),
  );

export const intakeQuestions: readonly Question[] = questionsOf('changes/open_case_intake', {
  'known party by INN': (context) => {
    const known = company(context.world);
    return known && intake(context, { inn: known.inn }, known, busyUsers(context.world)[1]);
  },
  'known party by name, for me': (context) => {
    const known = company(context.world);
    return known && intake(context, { party: known.name }, known);
  },
  'new party': (context) =>
    intake(
      context,
      { party: 'Ладожский причал', inn: '7800000014', kind: 'Company' },
      undefined,
      busyUsers(context.world)[2],
    ),
});

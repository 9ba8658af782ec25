import { at, busyUsers, byId, countBy, unique } from '../../pick.ts';
import { type Asked, type Context, type Question, questionsOf } from '../../question.ts';
import { type Answer, allOf } from '../../verdicts/answer.ts';
import type { LegalCase, World } from '../../world.ts';
import { cardTag } from '../card-tag.ts';
import { changes, onDay, refused, rich, versionIn } from './call.ts';

export const casesInWork = ({ cases }: World) => rich(unique(cases).filter(({ isArchived }) => !isArchived));
export const casePath = ({ id }: LegalCase, field: string) => `cases/${id}/${field}`;

export const onCase =
  (
    index: number,
    ask: (found: LegalCase, context: Context) => Asked | undefined,
    isMeant: (found: LegalCase) => boolean = () => true,
  ) =>
  (context: Context) => {
    const found = casesInWork(context.world).filter(isMeant)[index];
    return found && ask(found, context);
  };

/** Returns a field of this card whose values are all of one type. */
function tagOf(world: World, found: LegalCase, isKind: (value: unknown) => boolean): string | undefined {
  for (let index = 0; index < 30; index += 1) {
    const tag = cardTag(world, isKind, index);
    if (tag === undefined) return undefined;
    if (found.card[tag] !== undefined && found.card[tag] !== null) return tag;
  }
  return undefined;
}

const unknownTag = 'NoSuchField777';

/**
 * Sends a field that no card has. The service may reject, store or drop it, and the answer must say which.
 * @param may beginning of the paths of a case that the call may change
 */
const unknownField = (tool: string, found: LegalCase, may = `card.${unknownTag}$`): Asked => ({
  calls: [[tool, { id: found.id, Fields: { [unknownTag]: 'x' } }]],
  expected: `an error that contains ${unknownTag}, or a note that the service stored or does not return it`,
  refusal: new RegExp(unknownTag),
  change: { may: new RegExp(`^${casePath(found, may)}`) },
  check: (answer) =>
    found.card[unknownTag] === 'x' && new RegExp(`${unknownTag}.*x`).test(allOf(answer))
      ? []
      : [{ sort: 'unmade', what: `${unknownTag} is not on the card`, topic: new RegExp(unknownTag) }],
});

const isNumber = (value: unknown) => typeof value === 'number';
const isDate = (value: unknown) => value instanceof Date;
const isList = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Checks for free text, as opposed to an id of a record. */
const isFreeText = (world: World) => (value: unknown) =>
  typeof value === 'string' && !byId(world.users, value) && !/^[\da-f-]{36}$/i.test(value);

function freeText(world: World, found: LegalCase): string | undefined {
  const isText = isFreeText(world);
  return Object.keys(found.card).find((tag) => {
    const values = world.cases
      .map(({ card }) => card[tag])
      .filter((value) => value !== undefined && value !== null);
    const counts = countBy(values, String);
    return values.every(isText) && counts.size > 0.8 * values.length;
  });
}

const field = (tool: string, found: LegalCase, tag: string, value: unknown, sent: unknown = value): Asked =>
  changes([tool, { id: found.id, Fields: { [tag]: sent } }], [[casePath(found, `card.${tag}`), value]]);

const edit = (build: (version: number) => Record<string, unknown>, found: LegalCase): Asked['calls'] => [
  ['get_object', { id: found.id }],
  ([read]) => ['edit_object', { id: found.id, ...build(versionIn(read) ?? 0) }],
];

export const objectEdits: readonly Question[] = questionsOf('changes/edit_object', {
  name: onCase(0, (found) =>
    changes(
      ['edit_object', { id: found.id, Name: `${found.name} (уточнено)` }],
      [[casePath(found, 'name'), `${found.name} (уточнено)`]],
    ),
  ),
  'name, found by its name': onCase(1, (found) =>
    changes(
      ['edit_object', { id: found.name, Name: `${found.name} (архивная копия)` }],
      [[casePath(found, 'name'), `${found.name} (архивная копия)`]],
    ),
  ),
  number: onCase(
    2,
    (found) =>
      changes(
        ['edit_object', { id: found.id, Number: 'Н-777/2026' }],
        [[casePath(found, 'number'), 'Н-777/2026']],
      ),
    ({ number }) => number !== undefined,
  ),
  'responsible by name': onCase(3, (found, { world }) => {
    const user = at(
      busyUsers(world).filter(({ id }) => id !== found.responsible),
      1,
    );
    return (
      user &&
      changes(
        ['edit_object', { id: found.id, ResponsibleId: user.name }],
        [[casePath(found, 'responsible'), user.id]],
      )
    );
  }),
  'a number of the card': onCase(4, (found, { world }) => {
    const tag = tagOf(world, found, isNumber);
    return tag === undefined ? undefined : field('edit_object', found, tag, 123456);
  }),
  'a text of the card': onCase(5, (found, { world }) => {
    const tag = freeText(world, found);
    return tag === undefined ? undefined : field('edit_object', found, tag, 'Исправлено вручную');
  }),
  'a date of the card': onCase(6, (found, { world, now }) => {
    const tag = tagOf(world, found, isDate);
    const day = new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000 + 20 * 86_400_000);
    return tag === undefined ? undefined : field('edit_object', found, tag, onDay(day), day.toISOString());
  }),
  'a list of the card': onCase(
    0,
    (found, { world }) => {
      const tag = tagOf(world, found, isList);
      const values = tag === undefined ? [] : (found.card[tag] as string[]);
      const added = world.cases
        .flatMap(({ card }) => (tag && Array.isArray(card[tag]) ? (card[tag] as string[]) : []))
        .find((value) => !values.includes(value));
      return tag && added
        ? changes(
            ['edit_object', { id: found.id, Fields: { [tag]: [...values, added] } }],
            [[casePath(found, `card.${tag}[${added}]`), '1']],
          )
        : undefined;
    },
    ({ card }) => Object.values(card).some(isList),
  ),
  'an emptied field': onCase(7, (found, { world }) => {
    const tag = freeText(world, found);
    return tag === undefined ? undefined : field('edit_object', found, tag, undefined, null);
  }),
  'folder by name': onCase(8, (found, { world }) => {
    const folder = world.cases.find(
      (one) => one.folder !== undefined && one.folder !== found.folder && one.type === found.type,
    )?.folder;
    return folder === undefined
      ? undefined
      : changes(['edit_object', { id: found.id, FolderId: folder }], [[casePath(found, 'folder'), folder]]);
  }),
  'right version': onCase(9, (found) =>
    changes(
      edit(
        (version) => ({
          Name: `${found.name} (по версии)`,
          Version: String(version),
          IsVersionEnabled: true,
        }),
        found,
      ),
      [[casePath(found, 'name'), `${found.name} (по версии)`]],
    ),
  ),
  'version out of date': onCase(10, (found) =>
    refused(
      [
        ['get_object', { id: found.id }],
        ([read]: readonly Answer[]) => [
          'edit_object',
          {
            id: found.id,
            Name: 'Потеряно',
            Version: String(Math.max((versionIn(read) ?? 1) - 1, 0)),
            IsVersionEnabled: true,
          },
        ],
      ],
      /version|верси|409|412|conflict/i,
      'the version is out of date',
    ),
  ),
  'a field that no card has': onCase(15, (found) => unknownField('edit_object', found)),
  'an archived case': ({ world }) => {
    const found = rich(world.cases.filter(({ isArchived }) => isArchived))[0];
    return (
      found &&
      changes(
        ['edit_object', { id: found.id, Name: `${found.name} (в архиве)` }],
        [[casePath(found, 'name'), `${found.name} (в архиве)`]],
      )
    );
  },
});

/** Reads a card and sends it back with one value changed. */
const whole = (found: LegalCase, change: Record<string, unknown>): Asked['calls'] => [
  ['get_object', { id: found.id, detail: 'full' }],
  ([read]) => ['update_object', { id: found.id, Fields: { ...fieldsIn(read), ...change } }],
];

function fieldsIn(answer: Answer | undefined): Record<string, unknown> {
  const own = Object.entries(answer?.body ?? {}).find(
    ([name, value]) =>
      /field|attribut|card|values|tags/i.test(name) &&
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value),
  );
  return (own?.[1] ?? {}) as Record<string, unknown>;
}

export const objectUpdates: readonly Question[] = questionsOf('changes/update_object', {
  'whole card with a new number': onCase(11, (found, { world }) => {
    const tag = tagOf(world, found, isNumber);
    return tag === undefined
      ? undefined
      : changes(whole(found, { [tag]: 987654 }), [[casePath(found, `card.${tag}`), 987654]]);
  }),
  'one field of the card': onCase(12, (found, { world }) => {
    const tag = tagOf(world, found, isNumber);
    return tag === undefined ? undefined : field('update_object', found, tag, 555);
  }),
  'name alone': onCase(13, (found) =>
    changes(
      ['update_object', { id: found.id, Name: `${found.name} (только имя)` }],
      [[casePath(found, 'name'), `${found.name} (только имя)`]],
    ),
  ),
  'a field that no card has': onCase(16, (found) => unknownField('update_object', found, 'card.')),
  'version out of date': onCase(14, (found) =>
    refused(
      [
        ['get_object', { id: found.id }],
        ([read]) => [
          'update_object',
          {
            id: found.id,
            Name: 'Потеряно',
            Version: String(Math.max((versionIn(read) ?? 1) - 1, 0)),
            IsVersionEnabled: true,
          },
        ],
      ],
      /version|верси|409|412|conflict/i,
      'the version is out of date',
    ),
  ),
});

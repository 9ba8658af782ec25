import { dayOf } from '../calendar.ts';
import { byId } from '../pick.ts';
import { type Asked, type Context, type Question, questionsOf } from '../question.ts';
import { cardTag } from './card-tag.ts';
import { grouped, query, startOfLater } from './sql.ts';

const onTag =
  (
    isKind: (value: unknown) => boolean,
    build: (context: Context, tag: string, values: readonly unknown[]) => Asked,
    index = 0,
  ) =>
  (context: Context) => {
    const tag = cardTag(context.world, isKind, index);
    const values = context.world.cases
      .map(({ card }) => card[tag ?? ''])
      .filter((value) => value !== undefined && value !== null && value !== '');
    return tag === undefined ? undefined : build(context, tag, values);
  };

const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';
const isDate = (value: unknown) => value instanceof Date;
const sum = (values: readonly unknown[]) => values.reduce((all: number, value) => all + Number(value), 0);

export const otherQueryQuestions: readonly Question[] = questionsOf('query_records', {
  'participants by kind': (context) =>
    query(
      context,
      'SELECT kind, count(*) FROM participants GROUP BY kind',
      grouped(context.world.participants, ({ kind }) => (kind === 'company' ? 'Company' : 'Individual')),
    ),
  'companies without an INN': (context) =>
    query(
      context,
      "SELECT id FROM participants WHERE kind = 'Company' AND inn IS NULL",
      context.world.participants.filter(({ kind, inn }) => kind === 'company' && !inn).map(({ id }) => [id]),
    ),
  'participants with an e-mail': (context) =>
    query(context, 'SELECT count(*) FROM participants WHERE email IS NOT NULL', [
      [context.world.participants.filter(({ email }) => email).length],
    ]),
  'blocked people': (context) =>
    query(
      context,
      'SELECT id FROM users WHERE is_blocked',
      context.world.users.filter(({ isActive }) => !isActive).map(({ id }) => [id]),
    ),
  'clients who sign in': (context) =>
    query(
      context,
      'SELECT id FROM users WHERE is_client',
      context.world.users.filter(({ isClient }) => isClient).map(({ id }) => [id]),
    ),
  'members of groups': (context) =>
    query(
      context,
      'SELECT name, count(*) FROM user_groups GROUP BY name',
      context.world.groups
        .filter(({ members }) => members.length > 0)
        .map(({ name, members }) => [name, members.length]),
    ),
  'documents by type': (context) =>
    query(
      context,
      'SELECT type, count(*) FROM documents GROUP BY type',
      grouped(context.world.documents, ({ type }) => type),
    ),
  'documents by author': (context) =>
    query(
      context,
      'SELECT author, count(*) FROM documents GROUP BY author',
      grouped(context.world.documents, ({ author }) => byId(context.world.users, author)?.name ?? author),
    ),
  'documents of a case with folders': (context) => {
    const deep = [...context.world.documents]
      .filter((one) => one.case !== undefined)
      .sort((one, other) => other.folders.length - one.folders.length)[0];
    return (
      deep &&
      query(
        context,
        `SELECT id, name FROM documents WHERE case_id = '${deep.case}'`,
        context.world.documents.filter((one) => one.case === deep.case).map(({ id, name }) => [id, name]),
      )
    );
  },
  'documents outside of cases': (context) =>
    query(
      context,
      'SELECT id FROM documents WHERE case_id IS NULL',
      context.world.documents.filter((one) => one.case === undefined).map(({ id }) => [id]),
    ),
  'signed documents': (context) =>
    query(context, 'SELECT count(DISTINCT document_id) FROM signatures', [
      [context.world.documents.filter(({ isSigned }) => isSigned).length],
    ]),
  'documents filed this quarter': (context) =>
    query(context, "SELECT count(*) FROM documents WHERE created >= date('now', '-90 days')", [
      [context.world.documents.filter(({ createdAt }) => createdAt >= startOfLater(context, -90)).length],
    ]),
  'sum of a number of the card': onTag(isNumber, (context, tag, values) =>
    query(context, `SELECT sum("${tag}"), count("${tag}") FROM cases`, [[sum(values), values.length]]),
  ),
  'largest number of the card': onTag(isNumber, (context, tag) => {
    const sorted = context.world.cases
      .filter(({ card }) => isNumber(card[tag]))
      .sort((one, other) => Number(other.card[tag]) - Number(one.card[tag]));
    return query(
      context,
      `SELECT "${tag}" FROM cases WHERE "${tag}" IS NOT NULL ORDER BY "${tag}" DESC LIMIT 3`,
      sorted.slice(0, 3).map(({ card }) => [Number(card[tag])]),
      { isOrdered: true },
    );
  }),
  'a text of the card, grouped': onTag(isText, (context, tag) =>
    query(
      context,
      `SELECT "${tag}", count(*) FROM cases GROUP BY "${tag}"`,
      grouped(context.world.cases, ({ card }) => card[tag] as string | undefined),
    ),
  ),
  'another text of the card, grouped': onTag(
    isText,
    (context, tag) =>
      query(
        context,
        `SELECT "${tag}", count(*) FROM cases GROUP BY "${tag}"`,
        grouped(context.world.cases, ({ card }) => card[tag] as string | undefined),
      ),
    1,
  ),
  'cards without a text': onTag(isText, (context, tag) =>
    query(context, `SELECT count(*) FROM cases WHERE "${tag}" IS NULL`, [
      [context.world.cases.filter(({ card }) => !card[tag]).length],
    ]),
  ),
  'a date of the card': onTag(isDate, (context, tag, values) =>
    query(context, `SELECT count(*) FROM cases WHERE "${tag}" < date('now')`, [
      [
        values.filter(
          (value) => (value as Date).toISOString().slice(0, 10) < dayOf(context.now, context.zone),
        ).length,
      ],
    ]),
  ),
});

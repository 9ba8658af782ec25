import { z } from 'zod';
import {
  type CallError,
  isCallError,
  NameLookupError,
  NetworkError,
  SignInError,
} from '../contract/errors.ts';
import { workflow } from '../contract/features/workflow.ts';
import { calledBy } from '../contract/operations/operation-client.ts';
import { notesOf, part } from '../domain/partial.ts';
import { findMe } from '../domain/people/people.ts';
import { isGiven, type UserRecord } from '../domain/records.ts';
import { unnamed } from '../domain/reference-names.ts';
import { notGiven } from '../domain/text-lines.ts';
import { keepZone, localTime } from '../domain/time/local-time.ts';
import { lookupMessages } from './messages.ts';

const names = z.array(z.string());

/** Workflow `who_am_i`: the signed-in user and the permissions. */
export const whoAmI = workflow({
  name: 'who_am_i',
  title: 'Who am I',
  titleRu: 'Кто я',
  search: { words: 'who am i' },
  access: 'read',
  description:
    'The signed-in user with groups and roles, what the operator allows, time zone, today’s date and server version.',
  input: z.strictObject({}),
  output: z.object({
    user: z
      .object({
        id: z.string(),
        name: z.string().optional(),
        email: z.string().optional(),
        is_client: z.boolean().optional(),
        position: z.string().optional(),
        /** Groups of the user. Undefined if the service does not return them. */
        groups: names.optional(),
        roles: names.optional(),
      })
      .optional(),
    allowed: names,
    asked_first: names,
    now: z.string(),
    time_zone: z.string(),
    server: z.string(),
  }),
  run: async (operations, _args, workflowContext) => {
    const { now, server, policy, names: known } = workflowContext;
    const me = await part('your user record', findMe(operations, known));
    const failure = me.error instanceof NameLookupError ? (me.error.cause ?? me.error) : me.error;
    // Fail if the service refused the sign-in or is unavailable, because nothing is known about the user in this case.
    if (isCallError(failure) && (failure instanceof SignInError || isAway(failure))) throw failure;
    if (me.value) await keepZone(operations, me.value);
    const { clock, notes } = await localTime(operations, workflowContext);
    const user = me.value && shownUser(me.value);
    const data = {
      ...(user ? { user } : {}),
      allowed: [...policy.allow],
      asked_first: policy.allow.filter((name) => policy.confirm.includes(name)),
      now: clock.moment(now.toISOString()),
      time_zone: clock.timeZone,
      server: `${server.name} ${server.version}`,
    };
    const called = calledBy(await operations.identity().catch(() => ({})));
    const who = called === undefined ? lookupMessages.unknownToken.en : `Signed in with ${called}.`;
    const unknown =
      me.note ?? (called === undefined ? lookupMessages.unknownToken : lookupMessages.noOwnUser);
    return {
      data,
      text: [
        user ? describeUser(user) : who,
        `The operator allows: ${data.allowed.join(', ')}. A human is asked before: ${data.asked_first.join(', ') || 'nothing'}.`,
        `Now: ${data.now} ${clock.timeZone}. Server: ${data.server}.`,
      ].join('\n'),
      notes: [...(user ? notesOf(me) : [unknown]), ...notes],
    };
  },
});

const isAway = (failure: CallError) => failure.canRetry || failure instanceof NetworkError;

function shownUser(user: UserRecord) {
  const { Id, Name, Email, IsClient, WorkInfo } = user;
  const namesIn = (field: 'Groups' | 'Roles') =>
    isGiven([user], field)
      ? user[field].flatMap((one) => one.Name ?? (one.Id === undefined ? [] : unnamed(one.Id)))
      : undefined;
  return {
    id: Id,
    name: Name,
    email: Email,
    is_client: IsClient,
    position: WorkInfo?.Position,
    groups: namesIn('Groups'),
    roles: namesIn('Roles'),
  };
}

function describeUser({ id, name, email, is_client, position, groups, roles }: ReturnType<typeof shownUser>) {
  const about = [email, is_client ? 'client' : position].filter(Boolean).join(', ');
  return [
    `You are ${name ?? 'a user without a name'}${about ? ` (${about})` : ''}, id ${id}.`,
    `Groups: ${listOf(groups)}. Roles: ${listOf(roles)}.`,
  ].join('\n');
}

const listOf = (items: readonly string[] | undefined) =>
  items === undefined ? notGiven : items.join(', ') || 'none';

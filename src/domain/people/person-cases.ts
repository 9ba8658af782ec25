import { ifCallFails } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { Note } from '../../contract/worded.ts';
import { namesInList } from '../record-names.ts';
import { type CaseRecord, caseRecord, read } from '../records.ts';
import { findNames, maxReadSingly } from '../reference-names.ts';

export interface PersonCase {
  readonly id: string;
  readonly name?: string | undefined;
  readonly number?: string | undefined;
  readonly role?: string | undefined;
}

interface Person {
  readonly id: string;
  readonly cases?: readonly PersonCase[] | undefined;
}

/** Maximum number of cases that are read for roles. Further cases are shown without the role. */
const maxCasesWithRole = 10;

/**
 * Adds names to those cases of people that lack a name. If only a few cases lack a name, their records are read, which
 * also contain the numbers.
 * @param rolesOf ids of the people whose roles are added too, the most important first. Roles distinguish people with
 *   similar names
 */
export async function withCaseNames<Shown extends Person>(
  operations: OperationClient,
  names: NameResolver,
  people: readonly Shown[],
  rolesOf: readonly string[],
): Promise<{ readonly people: Shown[]; readonly notes: readonly Note[] }> {
  const wanted = people.flatMap(({ cases = [] }) =>
    cases.flatMap(({ id, name }) => (name === undefined ? [id] : [])),
  );
  const ids = [...new Set(wanted)];
  const withRole = casesInTurn(rolesOf.flatMap((id) => people.find((one) => one.id === id) ?? []));
  const read = new Set([...withRole.slice(0, maxCasesWithRole), ...(ids.length > maxReadSingly ? [] : ids)]);
  const cards = new Map(
    await Promise.all([...read].map(async (id) => [id, await cardOf(operations, id)] as const)),
  );
  const called = new Set(
    people.flatMap(({ cases = [] }) => cases.flatMap(({ id, name }) => (name ? [id] : []))),
  );
  const unread = ids.filter((id) => cards.get(id)?.Name === undefined && !called.has(id));
  const known = await findNames(
    operations,
    names,
    unread.map((id) => ({ kind: 'object', id })),
  );
  const roleOf = async (person: string, id: string) => {
    const roles = (cards.get(id)?.Participants ?? []).filter(({ Participant }) => Participant?.Id === person);
    const isNamed = roles.every(({ Role }) => Role?.Id === undefined || Role.Name !== undefined);
    const known = isNamed
      ? undefined
      : await namesInList(operations, names, { kind: 'role in case' }).catch(ifCallFails(undefined));
    const called = roles.map(({ Role }) => Role?.Name ?? known?.get(Role?.Id?.toLowerCase() ?? ''));
    return called.filter((name) => name !== undefined).join(', ') || undefined;
  };
  const described = async (person: Shown): Promise<Shown> =>
    person.cases === undefined
      ? person
      : {
          ...person,
          cases: await Promise.all(
            person.cases.map(async (one) => {
              const { Name = known.names.get(one.id), Number: number } = cards.get(one.id) ?? {};
              const role = rolesOf.includes(person.id) ? await roleOf(person.id, one.id) : undefined;
              return { role, ...one, name: one.name ?? Name, number: one.number ?? number };
            }),
          ),
        };
  return { people: await Promise.all(people.map(described)), notes: known.notes };
}

/** Returns the ids of the cases of people: the first case of each person, then the second ones, and so on. */
function casesInTurn(people: readonly Person[]): string[] {
  const lists = people.map(({ cases = [] }) => cases.map(({ id }) => id));
  const most = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: most }, (_, at) => lists.flatMap((ids) => ids[at] ?? []));
  return [...new Set(all.flat())];
}

type CaseCard = Partial<Pick<CaseRecord, 'Name' | 'Number' | 'Participants'>>;

/** Reads a case, or returns an empty one. The later lookup of its name reports the reason. */
const cardOf = async (operations: OperationClient, id: string): Promise<CaseCard> =>
  (await operations.cache
    .remember(`case of person ${id}`, async () => {
      const {
        Name,
        Number: number,
        Participants,
      } = read(caseRecord, await operations.call('get_object', { id }));
      return { Name: Name?.trim(), Number: number, Participants };
    })
    .catch(ifCallFails(undefined))) ?? {};

import { z } from 'zod';
import { isArchived } from '../../contract/records/finality.ts';
import type { CaseRecord } from '../records.ts';
import { line } from '../text-lines.ts';

const text = z.string().optional();

/** A case as a row in a list. */
export const foundCase = z.object({
  id: z.string(),
  name: text,
  number: text,
  type: text,
  status: text,
  stage: text,
  responsible: text,
  /** Roles that the requested party has in the case. */
  role: text,
  url: text,
});
export type FoundCase = z.output<typeof foundCase>;

export const caseOfParty = foundCase.extend({
  /** Names of the participants that matched. */
  party: text,
  /** Name of the client, if it is another participant. */
  client: text,
});

/** Returns the name of a case's client, unless it is one of these participants. @param names their names by id */
export const otherClientOf = (
  { Client }: CaseRecord,
  names: ReadonlyMap<string, string>,
): string | undefined => {
  const isOne = names.has(Client?.Id ?? '') || [...names.values()].includes(Client?.Name?.trim() ?? '');
  return isOne ? undefined : Client?.Name;
};

/**
 * Returns the names of those given participants that take part in a case. A single given participant is returned even
 * if the case does not list it.
 */
export function partyOf(
  { Participants, Client }: CaseRecord,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const ids = new Set([...Participants.map(({ Participant }) => Participant?.Id), Client?.Id]);
  const found = [...names].flatMap(([id, name]) => (ids.has(id) || names.size === 1 ? [name] : []));
  return found.length > 0 ? [...new Set(found)].join(', ') : undefined;
}

/** Reference fields that a case in a list shows by name. */
export const caseReferences = ['Type', 'Stage', 'Responsible'];

/** Converts a case record to a list row. @param partyIds participants whose roles in the case are shown */
export const showCase = (record: CaseRecord, partyIds?: ReadonlySet<string>): FoundCase => ({
  id: record.Id,
  name: record.Name,
  number: record.Number,
  type: record.Type?.Name,
  status: statusOf(record),
  stage: record.Stage?.Name,
  responsible: record.Responsible?.Name,
  role: rolesOf(record, partyIds),
  url: record.Url,
});

/** Returns `archived` or `in work`. Returns the service's own status if it cannot be mapped to either. */
function statusOf(record: CaseRecord): string | undefined {
  const archived = isArchived(record);
  return archived === undefined ? record.Status : archived ? 'archived' : 'in work';
}

export const areToldByNumber = (cases: readonly CaseRecord[]): boolean =>
  new Set(cases.flatMap(({ Number: number }) => (number ? [number.toLowerCase()] : []))).size ===
  cases.length;

/** Returns the roles of a party in a case. The client of a case may have no role in it. */
function rolesOf(
  { Participants, Client }: CaseRecord,
  ids: ReadonlySet<string> | undefined,
): string | undefined {
  const roles = Participants.flatMap(({ Participant, Role }) =>
    ids?.has(Participant?.Id ?? '') ? (Role?.Name ?? []) : [],
  );
  const all = new Set(ids?.has(Client?.Id ?? '') ? ['client', ...roles] : roles);
  return all.size > 0 ? [...all].join(', ') : undefined;
}

/** Formats a case as one line. Omits the id if the URL contains it. */
export const caseLine = ({
  id,
  name,
  number,
  type,
  status,
  stage,
  responsible,
  party,
  role,
  client,
  url,
}: z.output<typeof caseOfParty>): string =>
  line(
    name,
    number,
    type,
    status,
    stage,
    responsible,
    (role || party) && `party: ${role === undefined ? party : `${role}${party ? ` (${party})` : ''}`}`,
    client && `client: ${client}`,
    url?.includes(id) ? url : id,
  );

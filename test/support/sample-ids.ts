import { kinds } from '../../src/sandbox/seed/kinds.ts';
import { sampleId } from '../../src/sandbox/state/ids.ts';

/** Ids of sample records, by the keys of their rows. */
export { caseId } from '../../src/sandbox/seed/cases.ts';
export { blockId, fieldId } from '../../src/sandbox/seed/classes-and-types.ts';
export { documentId } from '../../src/sandbox/seed/documents.ts';
export { participantId } from '../../src/sandbox/seed/participants.ts';
export { groupId, userId } from '../../src/sandbox/seed/users.ts';

/** An id that no record has. */
export const unknownId = '11111111-1111-4111-8111-111111111111';

/** Returns the id of a sample record by type and number, for tests that may use any record. */
export const numbered = (kind: keyof typeof kinds, number: number): string => sampleId(kinds[kind], number);

/** Ids of the sample records that tests use by name. */
export const sampleIds = {
  /** The case Smith v. Northbridge Ltd. */
  smith: numbered('object', 1),
  /** A case of another client. */
  lyutik: numbered('object', 4),
  /** A case without field values, tasks or events. */
  emptyCard: numbered('object', 7),
  /** A case between two people with the same name. */
  ivanov: numbered('object', 9),
  /** A contract. The service stores it as another type of object than a case. */
  contract: numbered('object', 23),
  /** The party Northbridge Ltd. */
  northbridge: numbered('participant', 1),
  vera: numbered('user', 1),
  /** The lawyer in charge of the cases in most tests. */
  anna: numbered('user', 3),
  ivan: numbered('user', 4),
  john: numbered('user', 6),
  /** Tasks of the Smith case. */
  prepareBundle: numbered('task', 1),
  witnessStatement: numbered('task', 2),
  settlementOffer: numbered('task', 3),
  /** The disclosure hearing of the Smith case. */
  hearing: numbered('event', 1),
  statementOfClaim: numbered('document', 48),
  /** A call that has no recording yet. */
  call: numbered('call', 1),
  /** A script that finishes immediately, and a slow one. */
  quickScript: numbered('script', 1),
  slowScript: numbered('script', 2),
  claimant: numbered('roleInCase', 1),
  /** The system role of lawyers. */
  lawyerRole: numbered('systemRole', 3),
} as const;

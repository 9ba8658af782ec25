import type { Arguments, Draft } from '../../../api/client/build-request.ts';
import type { Principal } from '../../../api/client/executor.ts';
import type { FindAbsences } from '../../../contract/features/absences.ts';
import type { DraftedChange, DraftWording } from '../../../contract/features/planned-changes.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import { shapeShownBy } from '../../../contract/records/answer-fields.ts';
import type { NameResolver } from '../../../contract/records/name-resolver.ts';
import { isRow } from '../../../contract/records/row.ts';
import { recordIn } from '../../../json/record-value.ts';
import { lazy } from '../../../util/lazy.ts';
import { hindranceOf, shownOf } from '../../guards/agree.ts';
import { verdictOn } from '../../guards/allowed.ts';
import type { Lost } from '../../guards/losses.ts';
import { classesOf, type Policy } from '../../guards/policy.ts';
import type { Proposal } from '../../guards/proposal.ts';
import { titleOf } from '../../guards/question/message.ts';
import { rowForPeople } from '../../guards/question/planned-row.ts';
import { digestOf } from '../../guards/question/proposal-digest.ts';
import { type Naming, namesFor } from '../../guards/question/record-names.ts';
import { sentForPeople } from '../../guards/question/sent-values.ts';
import { excessOf } from '../../guards/question/too-long.ts';
import type { Wording } from '../../guards/question/wording.ts';
import type { Refusal } from '../../guards/refusal.ts';
import { isOpenTo } from '../../guards/target.ts';
import type { Refs } from '../../input/argument-refs.ts';
import { unlistedName } from '../../input/names/resolve-names.ts';
import { absencesOf } from '../changes/assigned.ts';
import { namelessInPart, partOf } from '../changes/tell-change.ts';
import { changeAhead, isCreation } from './change-in-words.ts';
import { fieldChanges, newDates, withRecordNames, writtenValues } from './images.ts';
import { factsInWords, recordFacts } from './record-facts.ts';
import { type TypesRead, unfitType } from './record-type.ts';

/** State of a call just before the step that asks for its confirmation. */
export interface Plannable extends Naming {
  readonly typesRead?: TypesRead | undefined;
  readonly services: Naming['services'] & {
    readonly names: NameResolver;
    readonly policy: Policy;
    readonly wording: Wording;
    readonly readAnswer: AnswerReader;
    readonly findAbsences: FindAbsences;
  };
  readonly definition: Operation;
  readonly called: Operation;
  readonly refs: Refs | undefined;
  readonly args: Arguments;
  readonly draft: Draft;
  readonly links: readonly string[];
  readonly losses: Lost;
  readonly shown: () => Promise<unknown>;
  readonly client: () => OperationClient;
  /** Client that reads record names under the policy for assistants. */
  readonly namingClient: Naming['peopleClient'];
  readonly principal: Principal;
}

const notAChange: Refusal = {
  code: 'INVALID_ARGUMENTS',
  reason: 'This tool only reads, but a plan contains changes. Call it directly.',
};

/** Pipeline step: describes the change, so that a plan can show it and store it until it is executed. */
export async function changeDrafted(
  call: Plannable & { readonly draftWording?: DraftWording },
): Promise<{ result: DraftedChange } | { refusal: Refusal }> {
  const { services, definition, called, args, draft, links, losses, principal } = call;
  if (called.access === 'read') return { refusal: notAChange };
  const { isAsked } = verdictOn(services.policy, called);
  const sent = sentForPeople(draft, args);
  const excess = isAsked ? excessOf(sent.filter(({ carried }) => carried === undefined)) : undefined;
  if (excess !== undefined) return { refusal: excess };
  const target = await call.shown();
  const hindrance = hindranceOf(called, target);
  if (hindrance !== undefined) return { refusal: hindrance };
  const facts = { sent, target, lost: losses, links };
  const aimed = new Set(target == null ? [] : Object.values(called.target?.args ?? {}));
  const named = sent.filter(({ argument }) => !aimed.has(argument));
  const { wording, sanitizer } = services;
  const read = definition.target?.tool;
  const record = read === undefined ? undefined : await services.readAnswer(read, args, target);
  const fields = fieldChanges(definition, args, record);
  const before = fields
    .filter(({ from }) => from !== undefined)
    .map(({ field, from }) => ({ argument: field, name: field, value: from }));
  const row = recordIn(record);
  const was = isRow(row) ? row : undefined;
  const unfit = was && (await unfitType(call, was));
  if (unfit !== undefined) return { refusal: unfit };
  const unlisted = await unlistedName(call, was, { names: services.names, operations: call.client });
  if (unlisted !== undefined) throw unlisted;
  const words = await wording.words();
  const knownBy =
    was === undefined || isCreation(definition) || !isOpenTo(services.policy, definition)
      ? {}
      : recordFacts(words.facts, { definition, args, was });
  const isReaching = classesOf(called).includes('outbound');
  const namedIn = async () => ({
    ...{ sent: named, refs: call.refs },
    shown: [
      ...(was === undefined ? [] : namelessInPart(read ?? '', partOf({ definition, args, kept: {} }, was))),
      ...namelessInPart(read ?? '', knownBy),
      ...(was !== undefined && isReaching ? namelessInPart(read ?? '', { Attendees: was.Attendees }) : []),
      ...(isAsked ? await shownOf(call, facts) : []),
    ],
  });
  const readNames = lazy(namesFor(call, namedIn));
  const { policy } = services;
  const mayReadAll = policy.allow.has('read') && policy.removed.size === 0;
  // Read the names for the text of the plan separately, because assistants read this text. Only the confirming person
  // may see names that the policy hides from assistants.
  const readToldNames = mayReadAll
    ? readNames
    : namesFor({ ...call, peopleClient: call.namingClient, namesRead: undefined }, namedIn);
  const proposal: Proposal = {
    ...facts,
    // Omit values that were carried over from the record, because they change nothing and would fill the row.
    sent: sent.filter(({ carried }) => carried === undefined),
    ...{ operation: called, given: args, principalId: principal.id, wording, sanitizer },
    before: new Map(before.map(({ argument, value }) => [argument, value])),
    called: readNames,
  };
  const { source, momentText: moment } = call.draftWording ?? {};
  const forPeople = await rowForPeople(proposal, { isAsked, source });
  if ('code' in forPeople) return { refusal: forPeople };
  const names = await readToldNames();
  const absences = await absencesOf(call);
  const voice = { ...wording, names: words.names, called: names, moment };
  const title = titleOf(called, words, voice);
  const inWords = changeAhead(voice, { definition, called, args, was, title, lost: losses });
  return {
    result: {
      ...digestsOf(call, target),
      args,
      record: recordKey(definition, args),
      recordName: nameOf(record ?? (isCreation(definition) ? args : undefined)),
      inWords: {
        ...inWords,
        facts: factsInWords(voice, knownBy),
        absences: absences.map((one) => sanitizer.text(one[wording.language]).text),
      },
      present: presentOf(definition, args, record),
      fields: fields.map((field) => withRecordNames(field, names)),
      dates: newDates(definition, args, was),
      loses:
        losses === 'unread' ? [] : losses.map(({ path, value }) => ({ field: path.join('.'), from: value })),
      isLossUnread: losses === 'unread',
      classes: classesOf(called),
      isAsked,
      shape: shapeShownBy(definition.stores?.shownBy ?? definition.target?.tool ?? ''),
      isNew: isCreation(definition),
      becomes: definition.stores?.becomes,
      isRemoval: definition.removes !== undefined && definition.removes.list === undefined,
      isAddition:
        ['create', 'action'].includes(definition.access) || definition.stores?.entryOf !== undefined,
      phase: phaseOf(definition),
      undo: undoKind(definition),
      forPeople,
    },
  };
}

/** Returns digests that show whether a call still equals the planned one. @param target current record */
export function digestsOf({ called, args, draft, losses: lost, principal }: Plannable, target: unknown) {
  const sent = sentForPeople(draft, args);
  const own = sent.filter(({ argument, carried }) => args[argument] !== undefined && carried === undefined);
  const common = { operation: called, principalId: principal.id, lost, basis: undefined };
  return {
    digest: digestOf({ ...common, sent, target }),
    // Omit the values that were carried over from the record, because another row of the plan may have changed them.
    requestDigest: digestOf({ ...common, sent: own, target: undefined }),
  };
}

function recordKey({ target }: Operation, args: Arguments): string | undefined {
  const ids = Object.values(target?.args ?? {}).map((name) => args[name]);
  if (ids.length === 0 || ids.some((id) => id === undefined)) return undefined;
  return `${target?.tool.replace(/_v\d+$/, '')} ${ids.join(' ')}`.toLowerCase();
}

function nameOf(record: unknown): string | undefined {
  const { Name, Number: number } = recordIn(record) ?? {};
  if (typeof Name !== 'string' || Name === '') return undefined;
  return typeof number === 'string' && number !== '' ? `${Name} (${number})` : Name;
}

function presentOf(definition: Operation, args: Arguments, record: unknown): Arguments {
  if (definition.access !== 'update' || definition.stores === undefined) return {};
  const all = Object.fromEntries(
    Object.keys(definition.body ?? {}).map((name) => [name, args[name] ?? null]),
  );
  return writtenValues(definition, all, record).values;
}

function phaseOf({ access, stores, removes }: Operation): DraftedChange['phase'] {
  if (stores?.becomes === 'in work') return 0;
  return access === 'delete' || removes !== undefined || stores?.becomes === 'archived' ? 2 : 1;
}

function undoKind({ access, stores, undoneBy }: Operation): DraftedChange['undo'] {
  if (undoneBy !== undefined) return access === 'create' ? 'removal' : 'counterpart';
  const isWritten = access === 'update' && stores !== undefined && stores.becomes === undefined;
  return isWritten ? 'values' : 'none';
}

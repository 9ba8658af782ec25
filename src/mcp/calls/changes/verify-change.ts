import type { Arguments } from '../../../api/client/build-request.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { ReadOf } from '../../../contract/operations/changed-record.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isUuid } from '../../../contract/uuid.ts';
import type { Kept } from '../../../json/agree.ts';
import { parseExact } from '../../../json/exact.ts';
import { lazy } from '../../../util/lazy.ts';
import { readByNewest } from '../../guards/read-record.ts';
import type { NotedKept } from '../../output/kept-notes.ts';
import { bothKept, compareStored, storedOf } from './compare-stored.ts';
import { differencesAfter } from './compare-whole.ts';
import type { Changed } from './made-change.ts';
import type { ReadAfter, Verified } from './verified.ts';
import { removalVerified } from './verify-removed.ts';
import { versionNote } from './version-note.ts';

const nothing: Kept = { unkept: [], unseen: [] };

export type ChangeToVerify = Changed & {
  readonly filled: Arguments;
  /** If true, casebridge reads the record even if the response already contains the changed values. Default: false. */
  readonly isReadBack?: boolean;
};

/**
 * Compares the sent values with the record. Needed because the service may report success although it ignored some
 * values, such as values that the user may not write, or fields that have another name in this deployment. The record
 * in the response is enough if earlier reads showed that such responses are correct for these fields. Otherwise
 * casebridge reads the record once. The result also contains differences in the record that the call did not request.
 */
export async function verifyChange(call: ChangeToVerify): Promise<Verified> {
  const { removes, stores } = call.definition;
  if (removes !== undefined) return removalVerified(call, removes);
  if (stores === undefined) return { kept: nothing };
  const after = lazy(() => readChanged(call));
  const kept = await keptOf(call, stores, after);
  // Read the record again if a read can confirm the change. The description of the change says whether this was done.
  const isRead = call.isReadBack || isComparable(call) || isShownAfterwards(call);
  const read = isRead ? await after() : undefined;
  const whole = isComparable(call) ? wholeOf(call, read ?? {}) : {};
  const note = versionNote(call);
  return { kept: { ...kept, ...whole, ...(note !== undefined && { note }) }, after: read };
}

/** Checks whether a read can confirm the result of the change: a created record, an added entry, or a new state. */
const isShownAfterwards = ({ definition: { stores, target } }: Changed): boolean =>
  stores?.shownBy !== undefined ||
  (stores?.entryOf !== undefined && target !== undefined) ||
  stores?.becomes !== undefined;

/** Compares the sent values with the response. If the response proves nothing, also compares them with the record. */
async function keptOf(
  call: ChangeToVerify,
  stores: NonNullable<Operation['stores']>,
  after: () => Promise<ReadAfter>,
): Promise<Kept> {
  const { services, definition, answer } = call;
  const { name, target } = definition;
  const sent = storedOf({ ...call, args: { ...call.args, ...call.filled } });
  const names = Object.keys(sent);
  if (names.length === 0) return nothing;
  const shownBy = stores.shownBy ?? (stores.shownAt ?? target)?.tool;
  const body = shownBy ? await services.readAnswer(shownBy, {}, answer.body) : answer.body;
  const told = compareStored(definition, sent, body);
  const isShown = told.unseen.length < names.length;
  const proofsBut = ({ unseen }: Kept) =>
    names.filter((one) => !unseen.includes(one)).map((one) => `${name} keeps ${one}`);
  const isTrusted = !call.isReadBack && isShown && proofsBut(told).every(services.verified.has);
  if (told.unkept.length > 0 || isTrusted) return told;
  const { record, isGone } = await after();
  if (isGone) return { unkept: [], unseen: names };
  if (record === undefined) return told;
  const kept = bothKept(told, compareStored(definition, sent, record), sent);
  if (isShown && kept.unkept.length === 0) proofsBut(kept).forEach(services.verified.add);
  return kept;
}

/** Checks whether the record was read before the change by the same operation that reads it afterwards. */
const isComparable = ({ definition: { access, target, stores }, was }: Changed): boolean =>
  access === 'update' && target !== undefined && stores?.shownAt === undefined && was.text !== undefined;

/** Returns the differences in the record that the call did not request. */
function wholeOf(call: Changed, { text, isGone }: ReadAfter): Pick<NotedKept, 'others' | 'isUncompared'> {
  const { was, services, definition } = call;
  if (isGone) return { isUncompared: true };
  const names = services.deployment.operations(definition) ?? {};
  const [before, after] = [was.text, text].map((one) => (one === undefined ? undefined : parseExact(one)));
  const others = differencesAfter(call, { before, after, names });
  if (others === undefined) return { isUncompared: true };
  // Do not show values from a record that assistants may not read.
  return { others: was.isOpen ? others : others.map((one) => ({ ...one, was: undefined, is: undefined })) };
}

async function readChanged(call: Changed): Promise<ReadAfter> {
  const { args, answer, signal, peopleClient, services } = call;
  const { stores, target } = call.definition;
  const read = async (by: ReadOf, of: Arguments): Promise<ReadAfter> => {
    try {
      const found = await readByNewest(peopleClient(signal), by, of);
      // The call lacks an argument of the read operation, because the change identifies the record in another way.
      if (found === undefined) return {};
      const { tool, response } = found;
      return { text: response.text, record: await services.readAnswer(tool, of, response.body) };
    } catch (error) {
      return { isGone: error instanceof ApiError && [404, 410].includes(error.status) };
    }
  };
  const at = stores?.shownBy === undefined ? (stores?.shownAt ?? target) : undefined;
  if (at !== undefined) return read(at, args);
  const id = newIdIn(answer.body);
  if (stores?.shownBy === undefined || id === undefined) return {};
  return read({ tool: stores.shownBy, args: { id: 'id' } }, { id });
}

/** Returns the created id. The API description documents it only for documents (`docID`). */
function newIdIn(body: unknown): string | undefined {
  const { Id, docID, id } = (body ?? {}) as Record<string, unknown>;
  return [Id, docID, id, body].find((one): one is string => typeof one === 'string' && isUuid(one));
}

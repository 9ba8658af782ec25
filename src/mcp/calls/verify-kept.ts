import type { Arguments } from '../../api/client/build-request.ts';
import { ApiError } from '../../contract/errors.ts';
import { isUuid } from '../../contract/uuid.ts';
import type { Kept } from '../../json/agree.ts';
import type { NotedKept } from '../output/kept-notes.ts';
import { bothKept, compareStored, storedOf } from './compare-stored.ts';
import type { Changed } from './made-change.ts';
import { removalVerified } from './verify-removed.ts';

const nothing: Kept = { unkept: [], unseen: [] };

/**
 * Step: what of a change the record shows otherwise than it was sent, though the service answered with success; it does
 * so for values that the user may not write, and for fields that it calls otherwise. The record is what the change was
 * answered with; where that shows nothing of it, or was never seen to be true of these fields, what one read shows.
 */
export async function keptVerified(
  call: Changed & { readonly filled: Arguments },
): Promise<{ kept: NotedKept }> {
  const { services, definition, answer } = call;
  const { name, removes, stores, target } = definition;
  if (removes !== undefined) return { kept: await removalVerified(call, removes) };
  if (stores === undefined) return { kept: nothing };
  const sent = storedOf({ ...call, args: { ...call.args, ...call.filled } });
  const names = Object.keys(sent);
  if (names.length === 0) return { kept: nothing };
  const shownBy = stores.shownBy ?? (stores.shownAt ?? target)?.tool;
  const body = shownBy ? await services.readAnswer(shownBy, {}, answer.body) : answer.body;
  const told = compareStored(definition, sent, body);
  const isShown = told.unseen.length < names.length;
  const proofsBut = ({ unseen }: Kept) =>
    names.filter((one) => !unseen.includes(one)).map((one) => `${name} keeps ${one}`);
  const isTrusted = isShown && proofsBut(told).every(services.heeded.has);
  if (told.unkept.length > 0 || isTrusted) return { kept: told };
  const { record, isGone } = await readChanged(call);
  if (isGone) return { kept: { unkept: [], unseen: names } };
  if (record === undefined) return { kept: told };
  const kept = bothKept(told, compareStored(definition, sent, record), sent);
  if (isShown && kept.unkept.length === 0) proofsBut(kept).forEach(services.heeded.add);
  return { kept };
}

interface Read {
  /** Undefined where it could not be read. */
  readonly record?: unknown;
  /** The service does not know it. */
  readonly isGone?: boolean;
}

async function readChanged(call: Changed): Promise<Read> {
  const { args, answer, signal, peopleClient } = call;
  const { stores, target } = call.definition;
  const read = async (tool: string, of: Arguments): Promise<Read> => {
    try {
      return { record: await peopleClient(signal).call(tool, of) };
    } catch (error) {
      return { isGone: error instanceof ApiError && [404, 410].includes(error.status) };
    }
  };
  const at = stores?.shownBy === undefined ? (stores?.shownAt ?? target) : undefined;
  if (at !== undefined) {
    const asked = Object.entries(at.args).map(([there, here]) => [there, args[here]] as const);
    // What a change names in another way, nobody can read.
    if (asked.some(([, value]) => value === undefined)) return {};
    return read(at.tool, Object.fromEntries(asked));
  }
  const id = newIdIn(answer.body);
  return stores?.shownBy === undefined || id === undefined ? {} : read(stores.shownBy, { id });
}

/** The API description shows no answer to creating but that of documents (`docID`). */
function newIdIn(body: unknown): string | undefined {
  const { Id, docID, id } = (body ?? {}) as Record<string, unknown>;
  return [Id, docID, id, body].find((one): one is string => typeof one === 'string' && isUuid(one));
}

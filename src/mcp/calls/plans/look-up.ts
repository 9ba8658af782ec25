import { ifCallFails } from '../../../contract/errors.ts';
import type { ChangeOutcome } from '../../../contract/features/planned-changes.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import type { Kept } from '../../../json/agree.ts';
import { readByNewest } from '../../guards/read-record.ts';
import { compareStored, storedOf } from '../changes/compare-stored.ts';
import type { Changed } from '../changes/made-change.ts';
import { removalVerified } from '../changes/verify-removed.ts';

type Looking = Omit<Changed, 'services'> & {
  readonly services: Changed['services'] & { readonly readAnswer: AnswerReader };
};

/** Pipeline step: reads the record to find out whether a change was made whose response was lost. */
export async function changeLookedUp(call: Looking): Promise<{ result: ChangeOutcome }> {
  const { definition } = call;
  const { removes, stores, verifiedBy } = definition;
  if (removes !== undefined) {
    const { kept } = await removalVerified(call, removes);
    return { result: kept.note === undefined ? found : notSeen(definition.target?.tool) };
  }
  const kept = stores === undefined ? undefined : await comparedNow(call).catch(ifCallFails(undefined));
  if (kept === undefined) return { result: notRead(verifiedBy) };
  return { result: kept.unkept.length + kept.unseen.length === 0 ? found : notSeen(definition.target?.tool) };
}

async function comparedNow(call: Looking): Promise<Kept | undefined> {
  const { definition, args, services, peopleClient, signal } = call;
  const by = definition.stores?.shownAt ?? definition.target;
  if (by === undefined || definition.stores?.shownBy !== undefined) return undefined;
  const sent = storedOf(call);
  const read = await readByNewest(peopleClient(signal), by, args);
  if (read === undefined || Object.keys(sent).length === 0) return undefined;
  const record = await services.readAnswer(read.tool, args, read.response.body);
  return compareStored(definition, sent, record);
}

/** Outcome if the record already has the planned state, even if another user has caused it. */
const found: ChangeOutcome = { state: 'done', doubts: [], others: [] };

const notSeen = (tool: string | undefined): ChangeOutcome => ({
  state: 'unknown',
  code: 'OUTCOME_UNKNOWN',
  reason: `The answer was lost, and ${tool ?? 'a read'} shows the record without the change. Check again before you plan it again: the change may still arrive.`,
});

const notRead = (tool: string | undefined): ChangeOutcome => ({
  state: 'unknown',
  code: 'OUTCOME_UNKNOWN',
  reason: `The answer was lost, and no read of one record shows whether the change was made. ${tool === undefined ? 'Check it in the service itself.' : `Check with ${tool} before you plan it again.`}`,
});

import { reply as replies } from '../../support/clients/raw.ts';
import type { Caller } from './caller.ts';
import type { Asking, Heard } from './hear.ts';
import type { Kept, Write } from './model.ts';
import type { createDeck, Random } from './random.ts';
import { count, type World } from './world.ts';

/** Possible reactions of a user to the confirmation of a deletion (elicitation). */
export const questionTurns = [
  'agreed',
  'agreed twice at once',
  'agreed again later',
  'declined',
  'answered by somebody else',
  'answered for another record',
  'answered with a forged state',
  'agreed after the record was changed',
  'left open',
] as const;

const agreed = { action: 'accept', content: { confirm: true } };

interface DeletionParts {
  readonly caller: Caller;
  readonly world: World;
  readonly mark: string;
  readonly random: Random;
  readonly ways: ReturnType<typeof createDeck<(typeof questionTurns)[number]>>;
  readonly changeTask: (kept: Kept) => Promise<Heard>;
  readonly noteWrite: (heard: Heard) => void;
  /** Returns the id of another record, which no user was asked to delete. */
  readonly otherId: (kept: Kept) => string;
}

/**
 * Returns a function that deletes a task. A simulated user must confirm each deletion, and reacts in every possible way
 * in turn.
 */
export function createDeletion(parts: DeletionParts) {
  const { caller, world, mark, random, ways, changeTask, noteWrite, otherId } = parts;
  const { report } = world;
  return async (kept: Kept): Promise<unknown> => {
    const args = { id: kept.id };
    const turn = ways.top();
    const write = (requestId: string, { outcome, text }: Pick<Heard, 'outcome' | 'text'>): Write => ({
      kind: kept.kind,
      nonce: '',
      isDeletion: true,
      requestId,
      outcome,
      words: text.slice(0, 200),
    });
    const forbid = (heard: Heard) => {
      if (heard.outcome === 'done' && heard.result?.resultType !== 'input_required')
        caller.tell('wrong', heard.requestId, `deleted ${kept.id} although ${turn}`);
      // The deletion must not take place, even if the response reports another outcome.
      kept.writes.push({ ...write(heard.requestId, heard), outcome: 'failed', isForbidden: true });
    };
    const note = (heard: Heard): Heard => {
      noteWrite(heard);
      kept.writes.push(write(heard.requestId, heard));
      return heard;
    };
    const expectOnce = (all: readonly Heard[]) => {
      const [, second] = all.filter(({ outcome }) => outcome === 'done');
      if (second) caller.tell('doubled', second.requestId, `deleted ${kept.id} twice`);
    };
    const met = () => {
      ways.drop();
      count(report.met, `client: a question ${turn}`);
    };
    if (caller.isInSessions) {
      if (turn !== 'agreed' && turn !== 'declined') ways.later();
      const reply = turn === 'agreed' ? agreed : { action: 'decline' };
      const heard = await caller.ask(
        'tools/call',
        { name: 'delete_task', arguments: args },
        { does: 'question', reply },
      );
      if (turn === 'agreed' || turn === 'declined') met();
      if (turn !== 'agreed') return forbid(heard);
      return note(heard);
    }
    const asked = await caller.ask(
      'tools/call',
      { name: 'delete_task', arguments: args },
      { does: 'question' },
    );
    const requestState = asked.result?.requestState;
    if (asked.result?.resultType !== 'input_required') return;
    const answer = (state: string, asking: Asking = { does: 'question' }, id = kept.id) =>
      caller.ask(
        'tools/call',
        { name: 'delete_task', arguments: { id }, ...replies('agrees'), requestState: state },
        asking,
      );
    met();
    switch (turn) {
      case 'agreed':
        return note(await answer(requestState));
      case 'agreed again later': {
        const both = [
          note(await answer(requestState)),
          note(await answer(requestState, { does: 'nothing' })),
        ];
        return expectOnce(both);
      }
      case 'agreed twice at once':
        return expectOnce((await Promise.all([answer(requestState), answer(requestState)])).map(note));
      case 'declined':
        return forbid(
          await caller.ask(
            'tools/call',
            { name: 'delete_task', arguments: args, ...replies('declines'), requestState },
            { does: 'question' },
          ),
        );
      case 'answered by somebody else': {
        const other = world.users.find((user) => user.mark !== mark);
        const { authorization = '' } = other?.headers() ?? {};
        // The response to the confirmation comes from another user, who may delete the record but was not asked.
        return forbid(
          await answer(requestState, {
            does: 'nothing',
            headers: { authorization },
            isCalm: true,
            showsOthers: true,
          }),
        );
      }
      case 'answered for another record': {
        const heard = await answer(requestState, { does: 'question' }, otherId(kept));
        if (heard.outcome === 'done' && heard.result?.resultType !== 'input_required')
          caller.tell('wrong', heard.requestId, 'deleted another record than was asked about');
        return;
      }
      case 'answered with a forged state':
        return forbid(await answer(forged(requestState, random), { does: 'question' }));
      case 'agreed after the record was changed': {
        const changed = await changeTask(kept);
        if (changed.outcome === 'done') return forbid(await answer(requestState));
        return;
      }
      default:
        return;
    }
  };
}

const forged = (state: string, random: Random) => {
  const at = random.below(state.length);
  return `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`;
};

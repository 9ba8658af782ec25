import { setTimeout as sleep } from 'node:timers/promises';
import { createCaller } from './caller.ts';
import { createDeletion, questionTurns } from './deletion.ts';
import type { Asking, Heard } from './hear.ts';
import { hostile } from './hostile.ts';
import { listOf } from './listed.ts';
import { createModel, type Kept, type Kind, possible, type Write } from './model.ts';
import { createDeck, createRandom } from './random.ts';
import { type ChaosUser, count, plain, signIn, type World } from './world.ts';

const logins = ['anna', 'ivan', 'john', 'oleg', 'head', 'kate'];
const caseType = '00000000-0000-4000-8000-7e9e00000001';
const hostilePart = 0.15;

const idIn = (text: string) => /"Id":"([\da-f-]{36})"/.exec(text)?.[1];
const fileText = (nonce: string) => `${nonce} text of a file\n`;

/** Creates a user with a separate case, who works in it until the end of the run. */
export async function createUser(world: World, number: number): Promise<ChaosUser> {
  const random = createRandom(world.seed, 'user', number);
  const login = logins[number % logins.length] as string;
  const caller = createCaller(world, number, login, random);
  const { report, proxy, service } = world;
  const mark = `Chaos${number}x`;
  const model = createModel(mark);
  let nonces = 0;
  const nextNonce = () => {
    nonces += 1;
    return `${mark}${nonces}e`;
  };

  const begun = nextNonce();
  const made = await plain(service, '/api/v2/objects', {
    token: await caller.token(),
    body: { ObjectTypeId: caseType, Name: `Matter ${mark}`, Description: begun },
  });
  const CaseId: string = made.Id;
  const first: Write = {
    kind: 'case',
    nonce: begun,
    isDeletion: false,
    requestId: 'setup',
    outcome: 'done',
    words: '',
  };
  model.kept.set(`case:${CaseId}`, { kind: 'case', id: CaseId, writes: [first] });

  const call = (name: string, args: object, asking?: Asking) =>
    caller.ask('tools/call', { name, arguments: args }, asking);
  const keptOf = (kind: Kind) => [...model.kept.values()].filter((one) => one.kind === kind && !isGone(one));
  const isGone = ({ writes }: Kept) =>
    writes.some(({ isDeletion, outcome }) => isDeletion && outcome !== 'failed');
  const noteWrite = ({ outcome }: Heard) => {
    report.writes[outcome] += 1;
  };

  /** Creates a record. */
  const create = async (kind: Kind, name: string, args: (nonce: string) => object) => {
    const nonce = nextNonce();
    const heard = await call(name, args(nonce), { does: 'write' });
    noteWrite(heard);
    const { requestId, outcome, text } = heard;
    const write: Write & { id?: string } = {
      kind,
      nonce,
      isDeletion: false,
      requestId,
      outcome,
      words: text.slice(0, 200),
    };
    model.creations.set(nonce, write);
    const id = idIn(text);
    if (outcome !== 'done' || id === undefined || !text.includes(nonce)) {
      if (outcome === 'done' && heard.isWhole && id !== undefined)
        caller.tell('foreign answers', requestId, `created ${nonce}, answered ${text.slice(0, 200)}`);
      return;
    }
    write.id = id;
    model.kept.set(`${kind}:${id}`, { kind, id, writes: [write] });
  };

  /** Writes a new text into a record. */
  const change = async (kept: Kept, name: string, args: (nonce: string) => object): Promise<Heard> => {
    const nonce = nextNonce();
    const heard = await call(name, args(nonce), { does: 'write' });
    noteWrite(heard);
    const { requestId, outcome, text } = heard;
    kept.writes.push({
      kind: kept.kind,
      nonce,
      isDeletion: false,
      requestId,
      outcome,
      words: text.slice(0, 200),
    });
    if (outcome === 'done' && heard.isWhole && idIn(text) !== undefined && idIn(text) !== kept.id)
      caller.tell('foreign answers', requestId, `changed ${kept.id}, answered ${text.slice(0, 200)}`);
    return heard;
  };
  const changeTask = (kept: Kept) =>
    random.chance(0.7)
      ? change(kept, 'update_task', (Description) => ({ id: kept.id, Description }))
      : change(kept, 'call_write_operation', (Description) => ({
          operation: 'update_task',
          arguments: { id: kept.id, Description },
        }));

  /** Reads a record and checks that it is the requested one with the expected content. */
  const read = async (kept: Kept, name: string, args: object, asking?: Asking) => {
    const heard = await call(name, args, asking);
    if (heard.outcome !== 'done' || !heard.isWhole) return heard;
    const { text, requestId } = heard;
    if (!text.includes(kept.id) && !text.includes('The case record: not read'))
      caller.tell('foreign answers', requestId, `asked for ${kept.id}, got ${text.slice(0, 200)}`);
    const shown = /"(?:Description|LastName)":"(Chaos\d+x\d+e)/.exec(text)?.[1];
    const { nonces: allowed } = possible(kept, proxy.carried);
    if (shown !== undefined && !allowed.has(shown))
      caller.tell(
        'wrong',
        requestId,
        `${kept.kind} ${kept.id} showed ${shown} instead of ${[...allowed].join(' or ')}`,
      );
    return heard;
  };

  const share = (name: string) => [createRandom(world.seed, name), number / world.plan.users] as const;
  const remove = createDeletion({
    caller,
    world,
    mark,
    random,
    ways: createDeck(random, questionTurns, ...share('questions')),
    changeTask,
    noteWrite,
    otherId: (kept) => keptOf('task').find(({ id }) => id !== kept.id)?.id ?? CaseId,
  });

  const some = (kind: Kind) => {
    const all = keptOf(kind);
    return all.length === 0 ? undefined : random.pick(all);
  };
  const within = (kind: Kind, act: (kept: Kept) => Promise<unknown>) => async () => {
    const kept = some(kind);
    await (kept ? act(kept) : makeTask());
  };
  const makeTask = () =>
    create('task', 'create_task', (Description) => ({ Name: 'Call client', CaseId, Description }));

  const acts: readonly (() => Promise<unknown>)[] = [
    makeTask,
    makeTask,
    () =>
      create('event', 'create_event', (Description) => ({
        Name: `Hearing ${mark}`,
        CaseId,
        StartDate: '2027-01-11T09:00:00Z',
        EndDate: '2027-01-11T10:00:00Z',
        Description,
      })),
    () =>
      create('participant', 'create_participant', (LastName) => ({
        Type: 'Individual',
        IndividualInfo: { LastName, FirstName: mark },
      })),
    () =>
      create('document', 'create_document', (Name) => ({
        Name,
        CaseId,
        File: { name: `${Name}.txt`, text: fileText(Name) },
      })),
    within('case', (kept) => change(kept, 'edit_object', (Description) => ({ id: CaseId, Description }))),
    within('task', changeTask),
    within('task', changeTask),
    within('task', remove),
    within('task', remove),
    within('task', (kept) => read(kept, 'get_task', { id: kept.id })),
    within('task', (kept) => read(kept, 'get_task', { id: kept.id, detail: 'full' })),
    within('task', (kept) =>
      read(kept, 'call_read_operation', { operation: 'get_task', arguments: { id: kept.id } }),
    ),
    within('participant', (kept) => read(kept, 'get_participant', { id: kept.id })),
    within('case', (kept) => read(kept, 'get_object', { id: kept.id })),
    within('case', (kept) => read(kept, 'case_brief', { case: kept.id })),
    () => call('list_tasks', { CaseId }),
    () => call('list_events', { CaseId }),
    () => call('list_tasks', { CaseId, all: true, detail: 'full' }),
    () => call('agenda', { case: CaseId }),
    () => call('find_person', { query: mark }, { showsOthers: true }),
    () => call('find_case', { query: `Matter ${mark}` }, { showsOthers: true }),
    () => call('find_operations', { query: random.pick(['archive', 'роль', 'notify']) }),
    () => caller.ask('resources/read', { uri: `case://${CaseId}` }),
    () => caller.ask('tools/list', {}),
    () =>
      caller.ask(
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'brief_me' }, argument: { name: 'case', value: 'Matter' } },
        { showsOthers: true },
      ),
    within('document', async (kept) => {
      const nonce = kept.writes[0]?.nonce ?? '';
      const heard = await call('download_document', { docID: kept.id });
      if (heard.outcome === 'done' && heard.isWhole && !heard.text.includes(fileText(nonce)))
        caller.tell(
          'foreign answers',
          heard.requestId,
          `asked for the file ${nonce}, got ${heard.text.slice(0, 200)}`,
        );
    }),
    within('task', async (kept) => {
      const [other] = keptOf('task').filter(({ id }) => id !== kept.id);
      if (!other || caller.isInSessions) return;
      await Promise.all([kept, other].map((one) => read(one, 'get_task', { id: one.id }, { id: 7 })));
      count(report.met, 'client: the same id twice at once');
    }),
  ];
  const deck = createDeck(random, acts, ...share('acts'));
  const odd = createDeck(random, hostile, ...share('odd requests'));

  return {
    mark,
    model,
    headers: caller.headers,
    session: caller.session,
    live: async () => {
      for (let steps = 0; !world.isOver(steps); steps += 1) {
        if (random.chance(hostilePart)) {
          const { name, play } = odd.top();
          odd.drop();
          await caller.token();
          const isPlayed = await play({
            caller,
            random,
            others: world.users.filter((user) => user.mark !== mark),
            CaseId,
          });
          if (isPlayed) count(report.met, `client: ${name}`);
        } else {
          const act = deck.top();
          deck.drop();
          await act();
        }
        await sleep(random() * 2 * world.plan.pauseMs);
      }
    },
    listed: async () => listOf(service, await signIn(service, login), mark, CaseId),
  };
}

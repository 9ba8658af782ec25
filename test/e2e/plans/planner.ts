import { createUser, type ScriptedUser } from '../../support/clients/asked.ts';
import type { ConnectOptions, TestClient, TestService } from '../../support/clients/harness.ts';

/** What became of the rows of a plan, and what was said of it. */
export interface Answered {
  /** The plan, which is the act once it is applied. */
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
  /** State of each row, in the words of the answer. */
  readonly states: readonly string[];
}

/** Somebody who plans changes, and is asked about them. */
export interface Planner {
  readonly client: TestClient;
  readonly user: ScriptedUser;
  /** The user agrees to everything again, and forgets what was asked. */
  reset(): void;
  plan(changes: readonly object[], more?: object): Promise<Answered>;
  apply(plan: string, more?: object): Promise<Answered>;
  undo(act: string, more?: object): Promise<Answered>;
}

/** A client whose server asks as it does by default. */
export async function connectPlanner(
  service: Pick<TestService, 'connectAs'>,
  login = 'admin',
  { env, ...options }: ConnectOptions = {},
): Promise<Planner> {
  const user = createUser('agrees');
  const client = await service.connectAs(login, {
    over: 'memory',
    user,
    args: ['--time-zone', 'Europe/Moscow'],
    ...options,
    env: { CASEBRIDGE_CONFIRM: '', ...env },
  });
  return plannerOf(client, user);
}

/** Returns somebody who plans by a client that is connected already. */
export function plannerOf(client: TestClient, user: ScriptedUser): Planner {
  const { answer } = user;
  const call = async (name: string, args: Record<string, unknown>) =>
    answered(await client.callTool(name, args));
  return {
    client,
    user,
    reset: () => {
      Object.assign(user, { reply: 'agrees', answer });
      user.questions.length = 0;
    },
    plan: (changes, more = {}) => call('plan_changes', { changes, ...more }),
    apply: (plan, more = {}) => call('apply_plan', { plan, ...more }),
    undo: (act, more = {}) => call('undo', { act, ...more }),
  };
}

function answered(answer: Awaited<ReturnType<TestClient['callTool']>>): Answered {
  const text = answer.content.map((one) => one.text ?? '').join('\n');
  return {
    id: /(?:Act|Plan|План|Выполнение) ([\da-f-]{36})/.exec(text)?.[1] ?? '',
    text,
    isError: answer.isError === true,
    states: [...text.slice(Math.max(0, text.indexOf('\nAct '))).matchAll(/^\d+\. ([^:]+):/gm)].map(
      ([, state = '']) => state,
    ),
  };
}

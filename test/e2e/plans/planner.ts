import { createUser, type ScriptedUser } from '../../support/clients/asked.ts';
import type { ConnectOptions, TestClient, TestService } from '../../support/clients/harness.ts';

/** Result of a plan: its text and the states of its rows. */
export interface Answered {
  /** Id of the plan. After the plan is applied, it is the id of the record of what was done. */
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
  /** State of each row, as the result states it. */
  readonly states: readonly string[];
}

/** User who plans changes and is asked to confirm them. */
export interface Planner {
  readonly client: TestClient;
  readonly user: ScriptedUser;
  /** Makes the user agree again and clears the recorded questions. */
  reset(): void;
  plan(changes: readonly object[], more?: object): Promise<Answered>;
  apply(plan: string, more?: object): Promise<Answered>;
  undo(act: string, more?: object): Promise<Answered>;
}

/** Connects a client to a server with the default confirmation settings. */
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

/** Creates a planner for a client that is already connected. */
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

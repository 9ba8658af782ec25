import { join } from 'node:path';
import type { ScriptedUser } from '../../../support/clients/asked.ts';
import { connect, type TestClient } from '../../../support/clients/harness.ts';
import { connectOneToOne } from '../one-to-one/index.ts';
import type { Arm } from './result.ts';

interface ArmOptions {
  readonly arm: Arm;
  /** Base URL of the service. */
  readonly origin: string;
  /** Login of the user whose request it is. */
  readonly login: string;
  /** Simulated user, who answers the server's questions. */
  readonly user: ScriptedUser;
  /** Folder for files that the server needs during the session. */
  readonly scratch: string;
}

/** Starts the server of an arm and connects a client to it. */
export function connectArm({ arm, origin, login, user, scratch }: ArmOptions): Promise<TestClient> {
  if (arm === 'onetoone') return connectOneToOne({ origin, login, user });
  return connect({
    over: 'stdio',
    user,
    env: {
      CASEBRIDGE_URL: origin,
      CASEBRIDGE_LOGIN: login,
      CASEBRIDGE_PASSWORD: `sandbox-${login}`,
      CASEBRIDGE_SURFACE: arm,
      CASEBRIDGE_LEARN: 'on',
      CASEBRIDGE_CACHE_DIR: join(scratch, 'cache'),
    },
  });
}

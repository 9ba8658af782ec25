import { afterAll, afterEach, beforeAll } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';
import { people } from '../../support/stories.ts';
import { connectPlanner, type Planner } from './planner.ts';

/** State of a row that was carried out. */
export const done = 'done and confirmed by reading';
export const described = (id: string, Description: string | null) => ({
  tool: 'update_task',
  arguments: { id, Description },
});
export const deleted = (id: string) => ({ tool: 'delete_task', arguments: { id } });

/** Starts a service and connects a planner before the tests of a file. Resets both after each test. */
export function usePlanner() {
  const set = {} as { service: TestService; admin: Planner };
  beforeAll(async () => {
    set.service = await startService();
    set.admin = await connectPlanner(set.service);
  });
  afterEach(() => {
    set.service.faults.clear();
    set.service.reset();
    set.admin.reset();
  });
  afterAll(async () => {
    await set.admin?.client.close();
    await set.service?.close();
  });
  const person = () => people(() => set.service.url)('admin');
  return Object.assign(set, {
    person,
    descriptionOf: async (id: string) => (await person().get(`/api/v3/tasks/${id}`)).Description,
    isThere: async (id: string) => (await person().send(`GET /api/v3/tasks/${id}`)).status === 200,
  });
}

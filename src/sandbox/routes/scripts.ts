import { z } from 'zod';
import { requireCase, requireSection } from '../domain/permissions.ts';
import { notFound, ruleError } from '../http/errors.ts';
import { guid } from '../http/model-binding.ts';
import { accepted, inVersions, route } from '../http/route.ts';
import type { Script } from '../state/entities/office.ts';
import type { World } from '../state/state.ts';

/** Automation scripts (SCR). */
export const scriptRoutes = [
  route(inVersions([2, 1], 'POST', 'scripts/run'), {
    answers: 'ScriptRun',
    status: 200,
    summary: 'Run an automation script',
    body: z.object({
      ScriptId: guid,
      ObjectId: guid.nullish(),
      Parameters: z.record(z.string(), z.unknown()).nullish(),
      IsAsync: z.boolean().nullish(),
    }),
    handle: async ({ world, user, body }) => {
      requireSection(user, 'Scripts', 'View');
      const script = world.scripts.get(body.ScriptId);
      if (!script) throw notFound('Script', body.ScriptId);
      const object = body.ObjectId ? requireCase(world, user, body.ObjectId, 'View') : undefined;
      const { runId, finished } = startRun(world, script, `user ${user.name}`);
      if (body.IsAsync) return accepted({ RunId: runId, Status: 'Running' });
      await finished;
      const result = { Script: script.name, ObjectId: object?.id ?? null, Parameters: body.Parameters ?? {} };
      return { RunId: runId, Status: 'Completed', Result: result };
    },
  }),
];

/** Starts a run, which occupies a worker until the script ends. Throws 429 if no worker is free (SCR-2). */
function startRun(world: World, script: Script, by: string): { runId: string; finished: Promise<void> } {
  if (world.runningScripts.size >= world.settings.scriptsWorkersCount)
    throw ruleError(429, 'TooManyRequests', 'Too many scripts are running.');
  const runId = world.newId();
  world.runningScripts.add(runId);
  writeLog(world, script, `run ${runId} started by ${by}`);
  const finished = new Promise<void>((resolve) => {
    setTimeout(() => {
      world.runningScripts.delete(runId);
      writeLog(world, script, `run ${runId} finished`);
      resolve();
    }, script.durationMs).unref();
  });
  return { runId, finished };
}

/** Writes the console log of a script. Logs are split by day. */
function writeLog(world: World, script: Script, message: string): void {
  const stamp = world.stamp();
  const date = stamp.slice(0, 10);
  const line = `${stamp} ${script.name}: ${message}\n`;
  const log = world.logs.find(
    (item) => item.type === 'console' && item.date === date && item.scriptId === script.id,
  );
  if (log) log.text += line;
  else world.logs.push({ date, type: 'console', scriptId: script.id, text: line });
}

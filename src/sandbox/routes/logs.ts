import { z } from 'zod';
import { requireSection } from '../domain/permissions.ts';
import { ruleError } from '../http/errors.ts';
import { guid } from '../http/model-binding.ts';
import { attachment, route } from '../http/route.ts';
import type { LogFile } from '../state/entities/office.ts';

const levels = ['Error', 'Info', 'Trace'] as const;

/** Lowest setting of `scriptLogLevel` at which the service writes each kind of log (HLO-5). */
const neededLevel: Record<LogFile['type'], (typeof levels)[number]> = {
  console: 'Error',
  interpreter: 'Info',
  WorkflowTrace: 'Trace',
};

/** Logs of script executions, one file per day (HLO-4). */
export const logRoutes = [
  route('GET /api/v3/logs/Get', {
    answers: 'file',
    summary: 'Download a log file of script executions',
    query: z.object({
      Date: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d/)
        .transform((text) => text.slice(0, 10))
        .optional(),
      ScriptId: guid.optional(),
      LogType: z.enum(['console', 'WorkflowTrace', 'interpreter']).optional(),
    }),
    handle: ({ world, user, query }) => {
      requireSection(user, 'Scripts', 'View');
      const date = query.Date ?? world.stamp().slice(0, 10);
      const type = query.LogType ?? 'console';
      const written = levels.indexOf(world.settings.scriptLogLevel) >= levels.indexOf(neededLevel[type]);
      const found = world.logs.filter(
        (log) =>
          log.date === date &&
          log.type === type &&
          (query.ScriptId === undefined || log.scriptId === query.ScriptId),
      );
      if (!written || found.length === 0)
        throw ruleError(404, 'NotFound', `There is no ${type} log for ${date}.`);
      return attachment({
        name: `${date}.${type}.log`,
        mediaType: 'text/plain; charset=utf-8',
        bytes: new TextEncoder().encode(found.map((log) => log.text).join('')),
      });
    },
  }),
];

import type { Route } from '../http/route.ts';
import { withChecksInQuery } from '../quirks/checks-in-query.ts';
import { type Quirks, spelledPath } from '../quirks/quirks.ts';
import type { World } from '../state/state.ts';
import { authRoutes, mcpSettingsRoute, userInfoRoute } from './auth.ts';
import { callRoutes } from './calls.ts';
import { dictionaryRoutes } from './dictionaries.ts';
import { documentRoutes } from './documents.ts';
import { eventTypeRoutes } from './event-types.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { folderRoutes } from './folders.ts';
import { healthRoutes } from './health.ts';
import { legalFormRoutes } from './legal-forms.ts';
import { logRoutes } from './logs.ts';
import { objectClassRoutes } from './object-classes.ts';
import { objectListRoutes } from './object-lists.ts';
import { objectTypeRoutes } from './object-types.ts';
import { objectRoutes } from './objects.ts';
import { participantRoutes } from './participants.ts';
import { permissionRoutes } from './permissions.ts';
import { projectRoutes } from './projects.ts';
import { relatedObjectRoutes } from './related-objects.ts';
import { roleRoutes } from './roles.ts';
import { scriptRoutes } from './scripts.ts';
import { settingsRoutes } from './settings.ts';
import { taskDictionaryRoutes } from './task-dictionaries.ts';
import { taskRoutes } from './tasks.ts';
import { userRoutes } from './users.ts';

/** All routes of the service, in the order of the API description. */
const areasOf = (quirks: Quirks): readonly (readonly Route[])[] => [
  authRoutes,
  settingsRoutes,
  objectClassRoutes,
  objectTypeRoutes,
  folderRoutes,
  projectRoutes,
  roleRoutes,
  objectRoutes,
  objectListRoutes(quirks),
  relatedObjectRoutes,
  eventRoutes,
  eventTypeRoutes,
  taskRoutes,
  taskDictionaryRoutes,
  documentRoutes,
  participantRoutes,
  legalFormRoutes,
  userRoutes,
  permissionRoutes,
  dictionaryRoutes,
  fileRoutes,
  callRoutes,
  scriptRoutes,
  healthRoutes,
  logRoutes,
];

/** Returns all routes for these settings and quirks. */
export const routesFor = ({ settings, quirks }: Pick<World, 'settings' | 'quirks'>): Route[] =>
  [
    ...areasOf(quirks).flat(),
    mcpSettingsRoute(settings.mcpSettingsPath),
    userInfoRoute(settings.userInfoPath),
  ]
    .map((entry) => (quirks.checksIn === 'query' ? withChecksInQuery(entry) : entry))
    .map((entry) => ({
      ...entry,
      paths: [...new Set(entry.paths.map((path) => spelledPath(path, quirks)))],
    }));

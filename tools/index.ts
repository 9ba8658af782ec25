import type { Area, ArgumentsByName } from '../src/contract/operations/operation.ts';
import { auth } from './operations/auth.ts';
import { calls } from './operations/calls.ts';
import { dictionaries } from './operations/dictionaries.ts';
import { documents } from './operations/documents.ts';
import { events } from './operations/events.ts';
import { files } from './operations/files.ts';
import { folders } from './operations/folders.ts';
import { health } from './operations/health.ts';
import { objectTypes } from './operations/object-types.ts';
import { objects } from './operations/objects.ts';
import { participants } from './operations/participants.ts';
import { permissions } from './operations/permissions.ts';
import { projects } from './operations/projects.ts';
import { relatedObjects } from './operations/related-objects.ts';
import { roles } from './operations/roles.ts';
import { scripts } from './operations/scripts.ts';
import { settings } from './operations/settings.ts';
import { tasks } from './operations/tasks.ts';
import { users } from './operations/users.ts';

const areas = [
  auth,
  settings,
  objectTypes,
  folders,
  projects,
  roles,
  objects,
  relatedObjects,
  events,
  tasks,
  documents,
  participants,
  users,
  permissions,
  dictionaries,
  files,
  calls,
  scripts,
  health,
] satisfies readonly Area[];

type Catalogued = (typeof areas)[number]['operations'][number];
declare module '../src/contract/operations/operation-client.ts' {
  interface OperationArguments extends ArgumentsByName<Catalogued> {}
}

/** All operations of the API by area, in the order of the API description. */
export const catalogue: readonly Area[] = areas;

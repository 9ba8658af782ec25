import type { Area } from '../src/contract/operation.ts';
import { auth } from './auth.ts';
import { calls } from './calls.ts';
import { dictionaries } from './dictionaries.ts';
import { documents } from './documents.ts';
import { events } from './events.ts';
import { files } from './files.ts';
import { folders } from './folders.ts';
import { health } from './health.ts';
import { objectTypes } from './object-types.ts';
import { objects } from './objects.ts';
import { participants } from './participants.ts';
import { permissions } from './permissions.ts';
import { projects } from './projects.ts';
import { relatedObjects } from './related-objects.ts';
import { roles } from './roles.ts';
import { scripts } from './scripts.ts';
import { settings } from './settings.ts';
import { tasks } from './tasks.ts';
import { users } from './users.ts';

/** Every operation of the API, by area, in the order of the API reference. */
export const catalogue: readonly Area[] = [
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
];

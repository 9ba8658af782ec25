import type { Arrangement } from '../src/contract/features/toolsets.ts';
import { words } from './search-words.ts';
import { unsupported } from './unsupported.ts';

/** Tools that assistants see first, groups of the others, and their search words. */
export const arrangement: Arrangement = {
  // Lists that `query_records` also answers are left out, so that there is room for tools that change records.
  everyday: [
    'create_object',
    'edit_object',
    'get_object',
    'search_cases',
    'add_case_participant',
    'create_event',
    'update_event',
    'create_task',
    'update_task',
    'create_document',
    'download_document',
  ],
  toolsets: {
    cases: ['objects', 'related-objects'],
    types: ['object-types'],
    folders: ['folders', 'projects'],
    events: ['events'],
    tasks: ['tasks'],
    documents: ['documents', 'files'],
    participants: ['participants', 'roles'],
    users: ['users'],
    dictionaries: ['dictionaries'],
    calls: ['calls'],
    admin: ['settings', 'permissions', 'scripts', 'health'],
    connection: ['auth'],
  },
  words,
  unsupported,
};

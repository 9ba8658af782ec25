import type { Arrangement } from '../src/contract/features/toolsets.ts';
import { words } from './search-words.ts';
import { unsupported } from './unsupported.ts';

/** Which tools assistants see first, in which groups the others come, and by which words they are found. */
export const arrangement: Arrangement = {
  // Lists that query_records answers as well are none of them: their place is worth more to what changes records.
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

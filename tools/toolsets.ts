import type { Arrangement } from '../src/contract/features/toolsets.ts';
import { words } from './search-words.ts';

/** Which tools assistants see first, in which groups the others come, and by which words they are found. */
export const arrangement: Arrangement = {
  everyday: [
    'create_object',
    'edit_object',
    'get_object',
    'search_cases',
    'add_case_participant',
    'create_event',
    'update_event',
    'list_events',
    'create_task',
    'update_task',
    'list_tasks',
    'create_document',
    'list_documents',
    'download_document',
    'list_participants',
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
};

import type { Arrangement } from '../src/contract/features/toolsets.ts';
import { acts, things } from './synonyms.ts';
import { unsupported } from './unsupported.ts';

/** Tools that are listed first, toolsets for all other operations, and search words. */
export const arrangement: Arrangement = {
  // Lists that `query_records` covers and file tools that `read_document` covers are omitted. They would leave no room
  // for tools that change records.
  everyday: [
    'create_object',
    'edit_object',
    'get_object',
    'add_case_participant',
    'create_event',
    'update_event',
    'create_task',
    'update_task',
    'create_document',
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
  words: { things, acts },
  unsupported,
};

import type { SearchWords } from '../src/contract/features/toolsets.ts';
import { acts, things } from './synonyms.ts';

/** Search words that do not occur in the names and titles of tools. */
export const words: SearchWords = {
  things,
  acts,
  verbs: {
    add: 'add',
    archive: 'archive',
    attach: 'upload',
    check: 'check',
    create: 'create add',
    delete: 'delete',
    download: 'download',
    edit: 'change',
    exclude: 'exclude',
    extract: 'unzip',
    get: 'show details',
    list: 'list find',
    notify: 'notify',
    open: 'show',
    remove: 'remove unlink',
    restore: 'restore',
    run: 'run',
    search: 'search list filter',
    send: 'notify',
    set: 'change',
    update: 'change',
    upload: 'upload',
  },
};

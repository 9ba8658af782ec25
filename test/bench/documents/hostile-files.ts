import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileFiles } from '../../documents/hostile/corpus.ts';

/**
 * Writes all hostile files into a folder. Runs in a separate process, so that the memory needed to create
 * them is not measured.
 */
const [folder = ''] = process.argv.slice(2);
for (const { name, make } of hostileFiles({ url: 'http://127.0.0.1:9', path: '/etc/hostname' }))
  writeFileSync(join(folder, name), make());

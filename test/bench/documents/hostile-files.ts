import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileFiles } from '../../documents/hostile/corpus.ts';

/** A process of its own, so that what making them takes is not counted: writes all hostile files into a folder. */
const [folder = ''] = process.argv.slice(2);
for (const { name, make } of hostileFiles({ url: 'http://127.0.0.1:9', path: '/etc/hostname' }))
  writeFileSync(join(folder, name), make());

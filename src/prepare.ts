import { chmodSync } from 'node:fs';
import { catalogue as areas } from '../tools/index.ts';
import { createCatalogue } from './mcp/catalogue.ts';
import { writePreparedTools } from './prepared.ts';

// The last step of the build: what the program would otherwise do at every start.
writePreparedTools(await createCatalogue({ load: async () => areas }).tools());
chmodSync(new URL('main.js', import.meta.url), 0o755);

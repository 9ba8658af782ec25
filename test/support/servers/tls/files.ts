import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of a certificate of the tests, all for one key. */
export const tlsFile = (name: string): string => fileURLToPath(new URL(`./${name}.pem`, import.meta.url));

/** What a server of TLS is started with. */
export const tlsOf = (name: string) => ({
  cert: readFileSync(tlsFile(name)),
  key: readFileSync(tlsFile('key')),
});

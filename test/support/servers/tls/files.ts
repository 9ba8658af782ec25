import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the path of a test certificate. All of them use the same key. */
export const tlsFile = (name: string): string => fileURLToPath(new URL(`./${name}.pem`, import.meta.url));

/** Returns the options of a TLS server. */
export const tlsOf = (name: string) => ({
  cert: readFileSync(tlsFile(name)),
  key: readFileSync(tlsFile('key')),
});

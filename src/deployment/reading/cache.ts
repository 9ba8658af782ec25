import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DeploymentForm, formOfJson } from '../forms/deployment-file.ts';
import { type NothingLearnt, nothingLearnt } from './nothing-learnt.ts';

/**
 * The last form (the differences as data) learned from the API reference, or the reason why nothing was learned. `at`
 * is the time in milliseconds since 1970.
 */
export type KeptReading = { readonly at: number } & (
  | { readonly form: DeploymentForm }
  | { readonly nothing: NothingLearnt }
);

/** Keeps the learned form for the next start. An unusable file counts as empty. */
export interface Cache {
  read(): Promise<KeptReading | undefined>;
  write(kept: KeptReading): Promise<void>;
}

const maxBytes = 4 * 1024 * 1024;

/**
 * Creates a cache file that only the current user can read.
 * @param folder Default: the system's cache folder
 * @param subject strings that identify the service. Each subject has its own file
 */
export function createCache(folder: string | undefined, subject: readonly string[]): Cache {
  const name = createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 32);
  const path = join(folder ?? usualFolder(), `reference-${name}.json`);
  return {
    read: async () => {
      try {
        return keptIn(await readOwn(path));
      } catch {
        return undefined;
      }
    },
    write: async (kept) => {
      const fresh = `${path}.${randomUUID()}`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeFile(fresh, JSON.stringify(kept), { mode: 0o600, flag: 'wx' });
        await rename(fresh, path);
      } catch {
        await rm(fresh, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** Reads the file. @throws Error if another user may have written it, or if it is too large */
async function readOwn(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { mode, uid, size } = await file.stat();
    const isForeign = process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0);
    if (isForeign || size > maxBytes) throw new Error('not the user’s own file');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function keptIn(text: string): KeptReading | undefined {
  const { at, form, nothing } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (typeof at !== 'number') return undefined;
  const reason = (Object.keys(nothingLearnt) as NothingLearnt[]).find((one) => one === nothing);
  if (reason !== undefined) return { at, nothing: reason };
  const read = formOfJson(form);
  return read === undefined ? undefined : { at, form: read };
}

function usualFolder(): string {
  const places: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
    darwin: ['Library', 'Caches'],
    win32: ['AppData', 'Local'],
  };
  return join(homedir(), ...(places[process.platform] ?? ['.cache']), 'casebridge');
}

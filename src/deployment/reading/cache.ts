import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DeploymentForm, formOfJson } from '../forms/deployment-file.ts';

/** What was learnt before, and when. */
export interface KeptForm {
  readonly form: DeploymentForm;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Keeps what was learnt for the next start. Whatever goes wrong with it is as if nothing were kept. */
export interface Cache {
  read(): Promise<KeptForm | undefined>;
  write(kept: KeptForm): Promise<void>;
}

const maxBytes = 4 * 1024 * 1024;

/**
 * A file of the user's alone.
 * @param folder left out: where this system has caches
 * @param subject what it was learnt of, and by which version of the bridge: another one has another file
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
    write: async ({ form, at }) => {
      const fresh = `${path}.${randomUUID()}`;
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeFile(fresh, JSON.stringify({ at, form }), { mode: 0o600, flag: 'wx' });
        await rename(fresh, path);
      } catch {
        await rm(fresh, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** @throws where it is not surely the user's own */
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

function keptIn(text: string): KeptForm | undefined {
  const { at, form } = JSON.parse(text) as { readonly at?: unknown; readonly form?: unknown };
  const read = formOfJson(form);
  return typeof at === 'number' && read !== undefined ? { at, form: read } : undefined;
}

function usualFolder(): string {
  const places: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
    darwin: ['Library', 'Caches'],
    win32: ['AppData', 'Local'],
  };
  return join(homedir(), ...(places[process.platform] ?? ['.cache']), 'casebridge');
}

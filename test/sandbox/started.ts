import { afterEach } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { createCaller, form } from './client.ts';

export interface Extracted {
  Url: string;
  Name: string;
  Path: string;
}
export interface Item {
  Id: string;
  Name: string;
  FileId: string;
}
export type Items<T = Item> = { Items: T[]; NextPageUrl: string | null };

/** Starts an embedded service for a test, and stops it after the test. */
export function useStarted() {
  const at = {} as { sandbox: Sandbox | undefined };
  afterEach(() => at.sandbox?.close());

  /** Starts a service for one test, with a clock that the test can set forward. */
  async function start(settings: SandboxOptions['settings'] = {}) {
    let ahead = 0;
    const began = Date.now();
    const running = await createSandbox({ now: () => new Date(began + ahead), settings });
    at.sandbox = running;
    const call = createCaller(() => running.url);
    const fileOf = async (name: string) => {
      const { body } = await call<Items>('admin', 'POST /api/v3/documents', { Search: name });
      return (body.Items.find((item) => item.Name === name) as Item).FileId;
    };
    const store = async (name: string, content: string | Uint8Array<ArrayBuffer>) =>
      (await call<Item>('admin', 'PUT /api/v3/documents', form({}, { name, content }))).body.FileId;
    const extract = (login: string, id: string, query = '') =>
      call<Extracted[]>(login, `POST /api/v1/files/${id}/extract${query}`);
    const pass = (ms: number) => {
      ahead += ms;
    };
    return { url: running.url, call, fileOf, store, extract, pass };
  }

  return { at, start };
}

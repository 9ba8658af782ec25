import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '../../src/sandbox/index.ts';
import { end, start } from './load/raw-client.ts';

/** Returns a case of the sample data with the exact bytes of the service's response, and a list of 100 such cases. */
async function sampleCase(): Promise<{ id: string; bytes: Buffer; list: string }> {
  const service = await createSandbox({ quirks: { language: 'user' } });
  const get = async (path: string, token: string) => {
    const answer = await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`GET ${path} was answered with ${answer.status}.`);
    return Buffer.from(await answer.arrayBuffer());
  };
  try {
    const { login, password } = service.user;
    const answer = await fetch(`${service.url}/api/v2/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username: login, password }),
    });
    const { access_token: session } = (await answer.json()) as any;
    const exchanged = await fetch(`${service.url}/api/v2/auth/short-lived-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${session}` },
      body: JSON.stringify({ lifetime: 600 }),
    });
    const { access_token: token } = (await exchanged.json()) as any;
    const page = JSON.parse((await get('/api/v2/objects?PageSize=100', token)).toString('utf8'));
    const { Items } = page;
    const hundred = Array.from({ length: 100 }, (_, place) => Items[place % Items.length]);
    const id = Items.find((item: any) => item.Name.startsWith('Smith v.')).Id;
    const bytes = await get(`/api/v2/objects/${id}`, token);
    return { id, bytes, list: JSON.stringify({ ...page, Items: hundred }) };
  } finally {
    await service.close();
  }
}

/** Starts a service in a separate process that only returns this case, or the list, to requests with the token. */
export async function serveCase(token: string) {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-bench-'));
  const { id, bytes, list } = await sampleCase();
  const [file, listFile] = [join(folder, 'case.json'), join(folder, 'list.json')];
  writeFileSync(file, bytes);
  writeFileSync(listFile, list);
  const program = fileURLToPath(new URL('./servers/upstream.mjs', import.meta.url));
  const upstream = start({ args: [program, file, token, listFile] });
  const port = await new Promise<string>((resolve) =>
    upstream.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8').trim())),
  );
  const origin = `http://127.0.0.1:${port}`;
  return {
    id,
    size: bytes.length,
    listSize: Buffer.byteLength(list),
    /** Folder for further files of the run. */
    folder,
    origin,
    /** Returns the number of connections over which the service has received requests so far. */
    connections: async () => Number(await (await fetch(`${origin}/connections`)).text()),
    end: async () => {
      await end(upstream);
      rmSync(folder, { recursive: true });
    },
  };
}

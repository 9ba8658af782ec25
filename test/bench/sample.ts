import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '../../src/sandbox/index.ts';
import { end, start } from './raw-client.ts';

/** A case of the sample data: its id, and the very bytes that the service answers for it. */
async function sampleCase(): Promise<{ id: string; bytes: Buffer }> {
  const service = await createSandbox();
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
    const { Items } = JSON.parse((await get('/api/v2/objects?PageSize=100', token)).toString('utf8'));
    const id = Items.find((item: any) => item.Name.startsWith('Smith v.')).Id;
    return { id, bytes: await get(`/api/v2/objects/${id}`, token) };
  } finally {
    await service.close();
  }
}

/** A service, as a program of its own, that does nothing but answer that case to whoever has the token. */
export async function serveCase(token: string) {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-bench-'));
  const { id, bytes } = await sampleCase();
  const file = join(folder, 'case.json');
  writeFileSync(file, bytes);
  const upstream = start({ args: [fileURLToPath(new URL('upstream.mjs', import.meta.url)), file, token] });
  const port = await new Promise<string>((resolve) =>
    upstream.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString('utf8').trim())),
  );
  return {
    id,
    size: bytes.length,
    /** For further files of the run. */
    folder,
    origin: `http://127.0.0.1:${port}`,
    end: async () => {
      await end(upstream);
      rmSync(folder, { recursive: true });
    },
  };
}

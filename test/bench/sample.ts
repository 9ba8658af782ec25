import { createSandbox } from '../../src/sandbox/index.ts';

/** A case of the sample data: its id, and the very bytes that the service answers for it. */
export async function sampleCase(): Promise<{ id: string; bytes: Buffer }> {
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

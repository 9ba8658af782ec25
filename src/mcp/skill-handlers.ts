import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { Skill } from '@modelcontextprotocol/server/ext/skills';
import { z } from 'zod';
import { isStateless } from './revision.ts';

const cursor = z.looseObject({ cursor: z.string().optional() }).optional();
const address = z.looseObject({ uri: z.string() });
/** How long clients may cache skills. They change only with the server's configuration. */
const hint = { ttlMs: 300_000, cacheScope: 'private' } as const;

/** Registers the MCP extension for skills: https://modelcontextprotocol.io/extensions/skills. */
export function registerSkills(server: Server, skills: () => Promise<readonly Skill[]>): void {
  const hinted = () => (isStateless(server) ? hint : {});
  server.registerCapabilities({ extensions: { 'io.modelcontextprotocol/skills': {} } });
  server.setRequestHandler('skills/list', { params: cursor }, async () => ({
    skills: [...(await skills())],
    ...hinted(),
  }));
  server.setRequestHandler('skills/get', { params: address }, async ({ uri }) => {
    const skill = (await skills()).find((one) => one.uri === uri);
    if (skill === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `No skill at ${JSON.stringify(uri.slice(0, 200))}: skills/list has all of them.`,
      );
    return { skill, ...hinted() };
  });
}

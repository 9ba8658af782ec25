import type { Client } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prompts } from '../../../tools/prompts/index.ts';
import { skills as waysOfWorking } from '../../../tools/skills/index.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';

const names = [
  ...waysOfWorking.map(({ name }) => name),
  ...prompts.map(({ name }) => name.replaceAll('_', '-')),
];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.close());

/** Returns the SDK's client of the extension, which checks the size and digest of each file. */
const skillsOf = ({ library }: TestClient) => new SkillsClient(library as unknown as Client);
const nameOf = (uri: string) => uri.split('/').at(-2);

describe.each(['v2 legacy', 'v2 pinned'] as const)('a %s client that knows skills', (kind) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await service.connectAs('anna', { kind });
  });
  afterAll(() => client?.close());

  it('gets the workflows and each prompt as a skill, whose files match their digests', async () => {
    const skills = skillsOf(client);
    expect(skills.supported).toBe(true);
    const listing = await skills.list();
    expect(listing.skills.map(({ uri }) => nameOf(uri))).toEqual(names);
    for (const skill of listing.skills) {
      const { frontmatter, body, mimeType, verified } = await skills.read(skill);
      expect({ mimeType, verified }).toEqual({ mimeType: 'text/markdown', verified: true });
      expect(frontmatter?.name).toBe(nameOf(skill.uri));
      expect(frontmatter?.description).toMatch(/^[A-Z].{40,400}\.$/s);
      expect(body).toMatch(/^\s*# \S/);
      const { text } = await skills.read(skill, 'references/ru.md');
      expect(text).toMatch(/^# [А-ЯЁ]/);
      expect((await skills.get(skill.uri)).skill).toEqual(skill);
    }
  });

  it('finds each skill once in the list of resources, with its purpose', async () => {
    const { resources } = await client.library.listResources();
    const listed = resources.filter(({ uri }) => uri.startsWith('skill://'));
    expect(listed.map(({ uri }) => nameOf(uri))).toEqual(names);
    for (const { description } of listed) expect(description).toMatch(/\.$/);
  });

  it('gets the list of existing ones if a skill or a file does not exist', async () => {
    const skills = skillsOf(client);
    await expect(skills.get('skill://casebridge/none/SKILL.md')).rejects.toThrow(/skills\/list has all/);
    await expect(
      client.library.readResource({ uri: 'skill://casebridge/health/../../secret.md' }),
    ).rejects.toThrow(/no such resource/);
  });
});

describe('the skills', () => {
  it('name the fields of a prompt, and which of them are needed', async () => {
    const client = await service.connectAs('anna', { kind: 'v2 pinned' });
    const uri = 'skill://casebridge/brief-me/SKILL.md';
    const [file] = (await client.library.readResource({ uri })).contents;
    expect(file?.text).toContain('- {case} (needed): Case: number, words of the name or link');
    expect(file?.text).not.toContain('{language}');
    await client.close();
  });

  it('begin in the configured language and also contain the other', async () => {
    const client = await service.connectAs('anna', {
      kind: 'v2 pinned',
      env: { CASEBRIDGE_LANGUAGE: 'ru' },
    });
    const skills = skillsOf(client);
    for (const skill of (await skills.list()).skills) {
      const { body, frontmatter } = await skills.read(skill);
      expect(body).toMatch(/^\s*# [А-ЯЁ]/);
      expect(frontmatter?.description).toMatch(/^[А-ЯЁ]/);
      expect((await skills.read(skill, 'references/en.md')).text).toMatch(/^# [A-Z]/);
    }
    await client.close();
  });

  it('say nothing of tools that the operator does not offer', async () => {
    const client = await service.connectAs('anna', {
      kind: 'v2 pinned',
      env: { CASEBRIDGE_ALLOW: 'read' },
    });
    const listed = (await skillsOf(client).list()).skills.map(({ uri }) => nameOf(uri));
    expect(listed).toContain('document-review');
    expect(listed).not.toContain('case-intake');
    expect(listed).not.toContain('archive-closed');
    const uri = 'skill://casebridge/case-intake/SKILL.md';
    await expect(client.library.readResource({ uri })).rejects.toThrow(/no such resource/);
    await client.close();
  });
});

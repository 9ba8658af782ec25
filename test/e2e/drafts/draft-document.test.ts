import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/faults/fault-rules.ts';
import { createUser } from '../../support/clients/asked.ts';
import { clientKinds } from '../../support/clients/harness.ts';
import { connectLookups, type Lookups, lookupResult } from '../../support/clients/workflows.ts';
import { faultsOf, letterhead, openDocx, paragraphOf } from '../../support/docx.ts';

let workflows: Lookups;
beforeAll(async () => {
  workflows = await connectLookups();
});
afterEach(() => {
  workflows.service.faults.clear();
  workflows.service.reset();
});
afterAll(() => workflows?.close());

const letter = {
  text: '# Ответ на претензию\nСумма: [[Сумма]] рублей.\n\n| № | Довод |\n|---|---|\n| 1 | Срок пропущен |',
  name: 'Ответ: на претензию',
  case: 'Delta v. Romashka',
  type: 'Переписка / Correspondence',
  date: '2026-03-04',
};
const draft = async (args: object = {}, login = 'john') => {
  const answer = await workflows.ask(login, 'draft_document', { ...letter, ...args });
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(answer.text) ?? [];
  return { ...answer, id };
};

async function downloaded(id: string) {
  const client = await workflows.as('john');
  const { content } = await client.callTool('download_document', { docID: id });
  const { resource } = content.find((one) => one.resource) ?? {};
  return Buffer.from(resource?.blob ?? '', 'base64');
}

/** Returns the documents that were created after the sample data. */
async function made(): Promise<{ Id: string; Name: string }[]> {
  const client = await workflows.as('john');
  const { Items } = await client.call('list_documents', {
    EntityKind: 'File',
    CreationDateFrom: new Date(Date.now() - 600_000).toISOString(),
  });
  return Items;
}

describe('draft_document', () => {
  it.each(['   ', '. .docx', '\u00ad\u2060', 'aux', 'LPT1.docx'])(
    'files nothing under an invisible name or one that Windows cannot open: %j',
    async (name) => {
      const { text, isError } = await draft({ name });
      expect([isError, text]).toEqual([true, expect.stringContaining('must contain a visible character')]);
      expect(await made()).toEqual([]);
    },
  );

  it('files a text as a Word document in the requested folder, with type and date', async () => {
    const { text, id, isError } = await draft();
    expect(isError).toBe(false);
    expect(text).toContain(
      `- filed | Ответ: на претензию | case: Delta v. Romashka | type: Переписка / Correspondence | 2026-03-04 | ${id}\nparagraphs: 2, tables: 1\nplaceholders to fill (1): Сумма`,
    );
    const client = await workflows.as('john');
    const { Id, DocumentFolderId } = await client.call('get_object', { id: 'Delta v. Romashka' });
    expect(await client.call('get_document', { id })).toMatchObject({
      ...{ Name: 'Ответ: на претензию', FileName: 'Ответ_ на претензию.docx', Case: { Id } },
      ...{ Folder: { Id: DocumentFolderId }, Date: '2026-03-04T00:00:00.000Z' },
    });
    const bytes = await downloaded(id);
    expect(faultsOf(bytes)).toEqual([]);
    expect(openDocx(bytes).paragraphs[1]).toMatchObject({
      ...{ style: 'Body Text', text: 'Сумма: [[Сумма]] рублей.', places: ['[[Сумма]]'] },
    });
  });

  it('uses today in the user’s zone if no date is given, a folder by its name, and attributes by tag', async () => {
    const { text, id } = await draft({
      date: undefined,
      case: undefined,
      folder: 'Templates',
      attributes: { Direction: 'Исходящее' },
    });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' }).format(new Date());
    expect(text).toContain(`folder: Шаблоны / Templates | type: ${letter.type} | ${today} |`);
    const client = await workflows.as('john');
    const { Attributes } = await client.call('get_document', { id });
    expect(Attributes).toMatchObject({ Direction: 'Исходящее' });
  });

  it('puts the text on a letterhead that is a document of the service, and fills its places', async () => {
    const client = await workflows.as('john');
    const base64 = Buffer.from(
      letterhead({ body: paragraphOf('[[text]]') + paragraphOf('[[Who]]') }),
    ).toString('base64');
    await client.call('create_document', {
      File: { name: 'Letterhead.dotx', base64 },
      Name: 'Our letterhead',
      FolderId: 'Templates',
    });
    const { text, id, isError } = await draft({
      template: 'Our letterhead',
      fill: { Who: 'J. Smith', number: '7', Сумма: '5' },
    });
    expect(isError).toBe(false);
    expect(text).toContain('placeholders to fill (1): Date');
    const docx = openDocx(await downloaded(id));
    expect(docx.paragraphs.map(({ text }) => text).filter(Boolean)).toEqual([
      ...['Ответ на претензию', 'Сумма: 5 рублей.', '№', 'Довод', '1', 'Срок пропущен', 'J. Smith'],
    ]);
    expect(docx.parts.get('word/header1.xml')).toContain('исх. № 7 от [[Date]]');
  });

  it.each(clientKinds)('works for a client of the kind %s', async (kind) => {
    const client = await workflows.service.connectAs('john', { kind });
    try {
      const answer = lookupResult(await client.callTool('draft_document', letter));
      expect(answer.text).toContain('filed | Ответ: на претензию');
      expect(await made()).toHaveLength(1);
    } finally {
      await client.close();
    }
  });
});

describe('nothing is filed', () => {
  it.each<[string, object, string]>([
    ['for a case that is not there', { case: 'Nobody v. Nothing' }, 'NAME_UNKNOWN'],
    ['for a type that is not there', { type: 'Стихотворение' }, 'NAME_UNKNOWN'],
    ['for a folder that is not there', { folder: 'No such folder' }, 'NAME_UNKNOWN'],
    ['for a letterhead that is not there', { template: 'No such letterhead' }, 'NAME_UNKNOWN'],
    [
      'on a letterhead that is no Word document',
      { template: 'Particulars of claim' },
      'cannot be read as a Word document',
    ],
    ['for a control character', { text: 'a\u0001b' }, 'text, line 1: U+0001'],
    ['for rows that have not as many cells', { text: '| a | b |\n| c |' }, 'line 2: this row has 1 cells'],
    ['for a place that is not there', { fill: { Price: '1' } }, 'no placeholder [[Price]]'],
    ['for a text of a megabyte', { text: 'x'.repeat(1_000_000) }, 'text'],
    ['without a text', { text: '' }, 'text'],
    ['for a day that is none', { date: '2026-02-30' }, 'date'],
  ])('%s', async (_, args, message) => {
    const { text, isError } = await draft(args);
    expect(isError).toBe(true);
    expect(text).toContain(message);
    expect(await made()).toEqual([]);
  });

  it('if the user may not write in the case, and the result says so', async () => {
    const { text, isError } = await draft({ type: undefined }, 'client1');
    expect(isError).toBe(true);
    expect(text).toMatch(/API_ERROR 40[34]|NAME_UNKNOWN/);
    expect(await made()).toEqual([]);
  });
});

describe('if filing fails half-way, the result states what was filed where', () => {
  const create = 'PUT /api/v3/documents';

  it('or that this is unknown, if the response was lost', async () => {
    workflows.service.faults.set([{ on: create, fault: { kind: 'drop', at: 'headers' } }]);
    const { text, notes, isError } = await draft();
    expect(isError).toBe(true);
    expect(text).toContain('- unknown | Ответ: на претензию | case: Delta v. Romashka');
    expect(notes[0]).toContain('check with list_documents before doing it again');
    workflows.service.faults.clear();
    expect(await made()).toHaveLength(1);
  });

  it('or that the document was not filed, if the service refused it', async () => {
    const refused: Fault = { kind: 'status', status: 403 };
    workflows.service.faults.set([{ on: create, fault: refused }]);
    const { text, isError } = await draft();
    expect(isError).toBe(true);
    expect(text).toMatch(/403/);
  });

  it('or which values are not shown, if the document cannot be read afterwards', async () => {
    const away: Fault = { kind: 'status', status: 404 };
    workflows.service.faults.set([{ on: 'GET /api/v3/documents/{id}', fault: away }]);
    const { text, id, notes } = await draft();
    expect(text).toContain('- filed | ');
    expect(id).not.toBe('');
    expect(notes).toEqual([]);
  });
});

describe('if the user is asked first', () => {
  it('the question shows name, case, type and the beginning of the text, however long it is', async () => {
    const user = createUser('agrees');
    const client = await workflows.service.connectAs('john', { user, env: { CASEBRIDGE_CONFIRM: 'create' } });
    try {
      const text = `# Claim\n${'We demand payment. '.repeat(3000)}`;
      const { isError } = lookupResult(await client.callTool('draft_document', { ...letter, text }));
      expect(isError).toBe(false);
      const [question = ''] = user.questions;
      for (const part of [
        'Write this document',
        letter.name,
        letter.case,
        letter.type,
        '# Claim',
        'We demand payment',
        String(text.length),
      ])
        expect(question).toContain(part);
      expect(question.length).toBeLessThan(4000);
      expect(await made()).toHaveLength(1);
    } finally {
      await client.close();
    }
  });

  it('nothing is filed if the user declines', async () => {
    const user = createUser('declines');
    const client = await workflows.service.connectAs('john', { user, env: { CASEBRIDGE_CONFIRM: 'create' } });
    try {
      expect((await client.callTool('draft_document', letter)).isError).toBe(true);
      expect(await made()).toEqual([]);
    } finally {
      await client.close();
    }
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPhrasings } from '../../../scripts/search-weights.ts';
import { shippedToolbox } from '../../../src/catalogue.ts';
import { peoplePolicy } from '../../../src/mcp/calls/operation-client.ts';
import { findTools, findUnsupported } from '../../../src/mcp/tools/find-tools.ts';
import { unsupported } from '../../../tools/unsupported.ts';

const toolbox = shippedToolbox();
const said = async (query: string) =>
  findUnsupported(unsupported, query, (await toolbox.search(query)).certainty).missing.join('\n');
/** Returns the requests about which the search says that nothing fulfils them. */
async function saidOf(requests: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const request of requests) if ((await said(request)) !== '') found.push(request);
  return found;
}

describe('a request that no operation fulfils', () => {
  it.each([
    ['send an e-mail to the client', 'no operation sends e-mail'],
    ['отправить письмо по электронной почте контрагенту', 'no operation sends e-mail'],
    ['create a two-hour time entry', 'time entries'],
    ['учесть трудозатраты по делу', 'time entries'],
    ['create an invoice for May', 'bills, invoices'],
    ['выставить счёт клиенту', 'bills, invoices'],
    ['scan this paper', 'scans paper'],
    ['отсканировать договор', 'scans paper'],
    ['sign the contract', 'signs a document'],
    ['подписать документ', 'signs a document'],
    ['send an SMS', 'messengers'],
    ['merge these PDFs', 'merges, splits'],
    ['найди судебную практику', 'case law'],
    ['подать иск в суд через мой арбитр', 'files papers with a court'],
    ['add comment to task', 'comments'],
    ['leave a remark on the case', 'comments'],
    ['добавить комментарий к задаче', 'comments'],
    ['leave a note on the case', 'comments or notes'],
    ['add a note to the task', 'comments or notes'],
    ['show the notes on this matter', 'comments or notes'],
    ['оставь заметку', 'comments or notes'],
    ['добавь примечание к делу', 'comments or notes'],
    ['delete the project', 'deletes projects'],
    ['create a new project', 'deletes projects'],
    ['rename project Aurora', 'deletes projects'],
    ['удалить проект', 'deletes projects'],
    ['заведи проект «Сделка»', 'deletes projects'],
    ['document version history, who changed', 'earlier versions'],
    ['who edited this document, audit trail of changed fields', 'earlier versions'],
    ['история версий документа', 'earlier versions'],
    ['кто изменил договор', 'earlier versions'],
    ['expenses, court fee, payments of a case', 'expenses, fees or payments'],
    ['record an expense for the matter', 'expenses, fees or payments'],
    ['внести расход по делу', 'expenses, fees or payments'],
    ['учесть госпошлину по делу', 'expenses, fees or payments'],
    ['create a new user', 'blocks or changes users'],
    ['reset the password of a user', 'blocks or changes users'],
    ['заблокировать пользователя', 'blocks or changes users'],
    ['create a folder for Smith', 'renames folders'],
    ['создать новую папку', 'renames folders'],
    ['email this contract to the other side', 'no operation sends e-mail'],
    ['перешли договор клиенту на почту', 'no operation sends e-mail'],
    ['разошли письмо всем кредиторам', 'no operation sends e-mail'],
    ['text the client on WhatsApp', 'messengers'],
    ['скинь судье в телеграм', 'messengers'],
    ['отправь смс свидетелю', 'messengers'],
    ['log three hours on the Smith matter', 'time entries'],
    ['запиши два часа на дело Иванова', 'time entries'],
    ['fill in my timesheet for today', 'time entries'],
    ['send the client a bill for June', 'bills, invoices'],
    ['выстави счёт за консультацию', 'bills, invoices'],
    ['raise an invoice for the retainer', 'bills, invoices'],
    ['распознай текст на скане', 'scans paper'],
    ['run OCR over this picture', 'scans paper'],
    ['подпиши соглашение моей подписью', 'signs a document'],
    ['esign this letter for me', 'signs a document'],
    ['склей два пдф в один', 'merges, splits'],
    ['split this document into chapters', 'merges, splits'],
    ['find precedents on unfair dismissal', 'case law'],
    ['подбери практику верховного суда, прецеденты', 'case law'],
    ['file the claim with the court online', 'files papers with a court'],
    ['подай отзыв через кад', 'files papers with a court'],
    ['add task comment', 'comments'],
    ['reply to the comment on the task', 'comments'],
    ['удали мой комментарий в деле', 'comments'],
    ['show the audit trail of edits to this document, who changed it', 'earlier versions'],
    ['откати документ к прежней редакции', 'earlier versions'],
    ['track disbursements of the matter', 'expenses, fees or payments'],
    ['добавь судебные издержки по делу', 'expenses, fees or payments'],
    ['deactivate the account of a leaver', 'blocks or changes users'],
    ['смени пароль секретарю', 'blocks or changes users'],
    ['rename this folder', 'renames folders'],
    ['заведи папку для нового клиента', 'renames folders'],
  ])('is recognised: %s', async (query, what) => {
    expect(await said(query)).toContain(what);
  });

  it.each(['blind', 'fresh', 'seen'])('differs from requests that have an operation: %s', async (ledger) => {
    const file = new URL(`../../search/${ledger}.tsv`, import.meta.url);
    const requests = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split('\t')[0] ?? '');
    expect(await saidOf(requests)).toEqual([]);
  });

  it('is at most each fiftieth of the requests that have an operation', async () => {
    const { learned, heldOut } = readPhrasings();
    const requests = [...learned, ...heldOut].map(({ words }) => words);
    const found = await saidOf(requests);
    process.stdout.write(`${found.length} of ${requests.length} requests that have an operation\n`);
    expect(found.length).toBeLessThan(requests.length / 50);
  });

  it.each([
    'show the comments in the contract',
    'note on the card that the settlement limit is 300k',
    'make a note of the phone call with Acme',
    'удалить проект договора',
    'delete the draft project file',
    'create a contract, project Aurora',
    'add a case to the project',
    'добавь дело в проект',
    'покажи комментарии в документе',
    'give users with Commenting access more',
    'which cases changed since Monday',
    'show the history of the case',
    'a task to pay the court fee',
    'payments in the table of the card',
    'напомни оплатить госпошлину',
    'create a task for a user',
    'add a document to the folder Claims',
    'создать документ в папке',
    'откати последние изменения',
    'откатить правки',
    'create a task to sign the contract',
    'remind me to file the claim with the court online',
    'поставь задачу отправить письмо клиенту',
    'создай событие: выставить счёт',
    'добавь задачу подготовить комментарий',
    'invite a user to the meeting',
    'загрузить скан решения суда в электронном виде',
  ])('is not recognised in a request for an operation: %s', async (query) => {
    expect(await said(query)).toBe('');
  });

  const services = { toolbox: shippedToolbox(), policy: peoplePolicy };

  it.each([
    ['delete the case', /^delete_(?:object|case) /],
    ['удалить дело', /^delete_(?:object|case) /],
    ['удалить проект', /list_projects.*archive_object and then delete_object/],
    ['leave a note on the case', /update_task.*edit_object/],
  ])('leads to the operation that serves it: %s', async (query, what) => {
    expect(await findTools(services, query)).toMatch(what);
  });

  it('is answered first, with the nearest tools behind it', async () => {
    const lines = (await findTools(services, 'send an e-mail to a witness')).split('\n');
    expect(lines[0]).toMatch(/^This is not possible here: no operation sends e-mail\./);
    expect(lines[1]).toBe('The closest tools:');
    expect(lines.length).toBeLessThanOrEqual(6);
  });

  it.each([
    ['who changed the task', 'get_task'],
    ['who changed the due date of a task', 'get_task'],
    ['кто изменил задачу', 'get_task'],
    ['история изменений задачи', 'get_task'],
    ['who changed the document', 'get_document'],
    ['earlier versions of a document, and who edited it', 'get_document'],
  ])('is followed by the tool that serves a part of it: %s', async (query, name) => {
    const lines = (await findTools(services, query)).split('\n');
    expect(lines[1]).toBe('The closest tools:');
    expect(lines[2]).toMatch(new RegExp(`^${name} `));
  });

  it.each([
    ['списать время, выставить счёт', ['time entries', 'bills, invoices']],
    ['send an SMS, sign the contract and create an invoice', ['messengers', 'signs a document', 'bills']],
  ])('is answered for each of several, without other tools: %s', async (query, parts) => {
    const answer = await findTools(services, query);
    for (const part of parts) expect(answer).toContain(part);
    expect(answer.split('\n')).toHaveLength(parts.length);
    expect(answer).not.toContain('The closest tools');
  });
});

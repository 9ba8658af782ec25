import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { startService, textOf } from '../../support/clients/harness.ts';
import { aligned } from '../compare.ts';

/** Clauses of a long contract to which the questions refer. */
const telling = [
  'За просрочку оплаты Заказчик уплачивает неустойку в размере 0,1 % от суммы долга за каждый день.',
  'Either party may terminate this contract upon thirty days’ written notice to the other party.',
  'Споры передаются на рассмотрение в Арбитражный суд города Москвы.',
  'The contractor keeps all information received confidential for five years after completion.',
  'Гарантийный срок на результат работ составляет двадцать четыре месяца со дня подписания акта.',
];
const usual = (number: number) =>
  number % 2
    ? `Подрядчик выполняет этап ${number} согласно графику и передаёт его результат по акту в течение ${number % 20} рабочих дней.`
    : `The customer provides access to site ${number} and the documents that the contractor needs for stage ${number}.`;
const clauses = Array.from({ length: 400 }, (_, at) =>
  at % 80 === 40 ? (telling[(at - 40) / 80] ?? '') : usual(at),
);
const contract = clauses.map((text, at) => `${at + 1}. ${text}`).join('\n\n');

const questions = [
  ['Какая неустойка за просрочку оплаты?', 'неустойка за просрочку оплаты', '0,1 %'],
  ['How can the contract be terminated?', 'terminate notice', 'thirty days'],
  ['Где рассматриваются споры?', 'споры арбитражный суд', 'города Москвы'],
  ['How long must information be kept confidential?', 'confidential information', 'five years'],
  ['Какой гарантийный срок?', 'гарантийный срок', 'двадцать четыре месяца'],
] as const;

/**
 * Compares the tokens of questions about one clause of a long text with the tokens of the full text. Returns
 * a table.
 */
export async function askedOfText(): Promise<string> {
  const service = await startService();
  const client = await service.connectAs('anna');
  try {
    const File = { name: 'Договор подряда.txt', base64: Buffer.from(contract).toString('base64') };
    const { docID } = await client.call('create_document', { File });
    const whole = countTokens(contract);
    const rows = [['what does it say about', 'tokens', 'of the whole text', 'found']];
    for (const [question, find, answer] of questions) {
      const said = await client.callTool('read_document', { document: docID, find });
      const tokens = countTokens(said.content.map(({ text = '' }) => text).join('\n'));
      const share = `${((100 * tokens) / whole).toFixed(1)} %`;
      rows.push([question, String(tokens), share, textOf(said).includes(answer) ? 'yes' : 'no']);
    }
    return aligned(rows);
  } finally {
    await client.close();
    await service.close();
  }
}

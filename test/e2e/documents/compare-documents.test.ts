import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteOf } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';

let service: TestService;
let anna: TestClient;
beforeAll(async () => {
  service = await startService();
  anna = await service.connectAs('anna', { env: { CASEBRIDGE_ANSWER_TOKENS: '6000' } });
});
afterAll(async () => {
  await anna?.close();
  await service?.close();
});

const upload = async (name: string, lines: readonly string[]): Promise<string> =>
  (
    await anna.call('create_document', {
      File: { name, base64: Buffer.from(lines.join('\n')).toString('base64') },
    })
  ).docID;
const compare = async (before: readonly string[], after: readonly string[]) => {
  const [earlier, later] = [
    await upload('Договор, ред. 1.txt', before),
    await upload('Договор, ред. 2.txt', after),
  ];
  return anna.callTool('compare_documents', { earlier, later });
};

const terms = [
  '1. Подрядчик выполняет работы в срок до 1 марта.',
  '2. Цена работ составляет 1 000 000 рублей и включает НДС.',
  '3. Оплата производится в течение 10 рабочих дней после приёмки.',
  '4. The contractor bears the risk of accidental loss until acceptance.',
  '5. Споры рассматривает суд по месту нахождения заказчика.',
];

describe('compare_documents', () => {
  it('reports added, removed, changed and moved paragraphs, with the changed words', async () => {
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = terms;
    const text = textOf(
      await compare(terms, [
        fourth,
        first,
        second.replace('1 000 000', '1 250 000'),
        third,
        '6. За просрочку начисляется пеня.',
      ]),
    );
    expect(text).toMatch(/1 added \(\+\), 1 removed \(-\), 1 changed \(~\), 1 moved \(>\)/);
    expect(text).toContain(`> 1 | ${fourth}`);
    expect(text).toContain('~ 1 | 2. Цена работ составляет 1 [-000-][+250+] 000 рублей');
    expect(text).toContain(`- 1 | ${fifth}`);
    expect(text).toContain('+ 1 | 6. За просрочку начисляется пеня.');
    expect(text).not.toContain(third);
  });

  it('says that two documents are the same file, or that files with the same text differ', async () => {
    expect(textOf(await compare(terms, terms))).toContain('These two files are the same, byte for byte');
    expect(textOf(await compare(terms, [...terms, '']))).toContain('The files differ, but not in their text');
  });

  it('reports no difference if only spaces and line breaks differ', async () => {
    expect(
      textOf(
        await compare(
          terms,
          terms.map((line) => `  ${line.replaceAll(' ', '  ')} \n`),
        ),
      ),
    ).toContain('All 5 paragraphs are the same.');
  });

  it('reports text that moved from one cell of a table to another', async () => {
    const [first = '', second = '', third = ''] = terms;
    const text = textOf(
      await compare(
        [`| Срок | ${first} |`, `| Цена | ${second}<br>${third} |`, '| Споры | Суд |'],
        [`| Срок | ${first}<br>${third} |`, `| Цена | ${second} |`, '| Споры | Суд |'],
      ),
    );
    expect(text).toMatch(/0 added \(\+\), 0 removed \(-\), 2 changed \(~\), 1 moved \(>\)/);
    expect(text).toContain(`> 1 | ${third}`);
  });

  it('is refused if both names mean one document', async () => {
    const id = await upload('Договор подряда, единственный.txt', terms);
    const one = { earlier: id, later: 'Договор подряда, единственный' };
    expect(await anna.refusal('compare_documents', one)).toMatch(
      /are the same document\. Pass two different ones\./,
    );
  });

  it('compares thousands of paragraphs, and keeps to the budget with the whole at an address', async () => {
    const long = Array.from(
      { length: 2000 },
      (_, at) => `${at + 1}. Условие ${at * 7} договора о поставке партии ${at}.`,
    );
    const other = long.map((line, at) => (at % 3 === 0 ? line.replace('Условие', 'Особое условие') : line));
    const answer = await compare(long, other);
    expect(textOf(answer)).toContain('667 changed (~)');
    expect(countTokens(answer.content.map(({ text = '' }) => text).join('\n'))).toBeLessThanOrEqual(6000);
    expect(noteOf(answer)).toMatch(/Its whole text is in the resource answer:\/\//);
  });

  it('compares texts that have nothing in common, and a text with itself in reverse', async () => {
    const [left, right] = ['а', 'b'].map((word) =>
      Array.from({ length: 1500 }, (_, at) => `${word} ${word}${at}`),
    );
    expect(textOf(await compare(left ?? [], right ?? []))).toMatch(/1500 added \(\+\), 1500 removed/);
    const lines = Array.from({ length: 1500 }, (_, at) => `Условие договора номер ${at}, полностью.`);
    expect(textOf(await compare(lines, lines.toReversed()))).toMatch(/1499 moved/);
  });
});

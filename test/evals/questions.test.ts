import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bothWays, type Services, startServices } from './compare.ts';
import { kinds } from './question.ts';
import { questions } from './questions/index.ts';
import { type Compared, meansOf, tableByKind, tableIn } from './table.ts';

let services: Services;
const compared: Compared[] = [];
beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services?.close());

describe('questions for which nothing was specially built', () => {
  it('are many, of every kind, in both languages', () => {
    expect(questions.length).toBeGreaterThanOrEqual(40);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(kinds));
    const russian = questions.filter(({ language }) => language === 'ru').length;
    expect(Math.abs(2 * russian - questions.length)).toBeLessThan(questions.length / 4);
  });

  it.each(questions.map((question) => [question.id, question] as const))(
    'are answered by calls as by the plain API: %s',
    async (_, question) => {
      const { plain, short } = await bothWays(services, question);
      expect(short.facts).toEqual(plain.facts);
      expect(short.effect).toEqual(plain.effect);
      if (question.kind === 'change') expect(plain.effect).not.toEqual([]);
      else if (!['nothing found', 'hidden'].includes(question.kind)) expect(plain.facts).not.toEqual([]);
      compared.push({ id: question.id, kind: question.kind, plain: plain.cost, short: short.cost });
    },
  );

  it('take 2.5 calls and 1,500 tokens at most, on average', () => {
    const { short, plain } = meansOf(compared);
    expect(short.calls).toBeLessThanOrEqual(2.5);
    expect(short.tokens).toBeLessThanOrEqual(1500);
    expect(short.calls).toBeLessThan(plain.calls);
    expect(short.tokens).toBeLessThan(plain.tokens / 4);
  });

  it('cost what docs/costs.md says, give or take what other days bring', () => {
    const said = tableIn(readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8')).split('\n');
    const fresh = tableByKind(compared).split('\n');
    const wordsOf = (line: string) => line.replace(/[\d.,]+/g, '0');
    expect(said.map(wordsOf)).toEqual(fresh.map(wordsOf));
    for (const [index, line] of fresh.entries()) {
      const [part, least] = line.includes('**all**') ? [0.1, 0.1] : [0.4, 1];
      const before = numbersIn(said[index] ?? '');
      for (const [place, value] of numbersIn(line).entries())
        expect(Math.abs((before[place] ?? 0) - value), line).toBeLessThanOrEqual(
          Math.max(least, value * part),
        );
    }
  });
});

const numbersIn = (line: string): number[] =>
  (line.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((text) => Number(text.replaceAll(',', '')));

import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/mcp/output/fit/token-estimate.ts';

describe('the estimate of tokens', () => {
  const uuid = fc.uuid();
  const sentence = fc
    .array(
      fc.constantFrom(
        ...'договор поставки иск Краснозвёздный ответчик заявление суд неустойка Ёлкина судебное'.split(' '),
        ...'claim the court party Northbridge hearing witness disclosure of agreement Eastmoor'.split(' '),
      ),
      { minLength: 3, maxLength: 20 },
    )
    .map((list) => list.join(' '));
  const record = fc.record({
    Id: uuid,
    CreationDate: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
      .map((at) => at.toISOString()),
    Name: sentence,
    Email: fc.emailAddress(),
    ClaimAmount: fc.nat(),
    Responsible: fc.record({ Id: uuid, Name: sentence }),
    Url: fc.webUrl(),
    IsLocked: fc.boolean(),
  });

  it('is at most a few percent below the real cost of a page of records, and not far above it', () =>
    fc.assert(
      fc.property(fc.array(record, { minLength: 15, maxLength: 30 }), (Items) => {
        const text = JSON.stringify({ Items });
        const real = countTokens(text);
        expect(estimateTokens(text)).toBeGreaterThan(real * 0.95);
        expect(estimateTokens(text)).toBeLessThan(real * 1.2);
      }),
      { numRuns: 60 },
    ));

  it('is not fooled by base64, other scripts or pictures', () => {
    const base64 = Buffer.from(
      Array.from({ length: 6000 }, (_, at) => (at * at * 31 + at * 7) & 255),
    ).toString('base64');
    for (const text of [
      base64,
      '契約書の内容を確認してください。'.repeat(50),
      '👩‍⚖️⚖️😀'.repeat(80),
      'ԱԲԳԴ'.repeat(50),
    ])
      expect(estimateTokens(text)).toBeGreaterThan(countTokens(text) * 0.75);
  });
});

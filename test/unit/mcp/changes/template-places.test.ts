import { describe, expect, it } from 'vitest';
import { comparePlaces } from '../../../../src/mcp/calls/changes/template-places.ts';

describe('the comparison of a document with its template', () => {
  it.each<
    [what: string, template: string, created: string, found: Partial<ReturnType<typeof comparePlaces>>]
  >([
    [
      'filled places',
      'To: {Court}\nNo. {{Number}}',
      'To: High Court\nNo. 7',
      { empty: [], isCompared: true },
    ],
    ['a place at the end of a line', 'To: {Court}\nNo. {Number}', 'To:\nNo. 7', { empty: ['{Court}'] }],
    ['a place at the end', 'No. {Number}', 'No.', { empty: ['{Number}'] }],
    ['places on lines of their own', '{A}\n{B}\nEnd', 'one\n\nEnd', { empty: ['{B}'], doubtful: [] }],
    ['places side by side', 'Dear {A} {B},', 'Dear Smith,', { empty: [], doubtful: ['{A}', '{B}'] }],
    ['places side by side, both filled', 'Dear {A} {B},', 'Dear Ann Smith,', { doubtful: [] }],
    [
      'a place that stayed',
      'To [[Court]] by <<Day>>',
      'To [[Court]] by May',
      { left: ['[[Court]]'], empty: [] },
    ],
    ['another text', 'To {Court} by post', 'Something else', { isCompared: false, empty: [] }],
    ['a text without places', 'Plain text', 'Plain text', { all: [], isCompared: true }],
  ])('recognises %s', (_, template, created, found) => {
    expect(comparePlaces(template, created)).toMatchObject(found);
  });
});

import { expect, it } from 'vitest';
import { askAll } from './ask.ts';
import { questions } from './questions/index.ts';
import { strangers } from './strangers.ts';
import { judge } from './verdicts/judge.ts';
import { detailsOf } from './verdicts/table.ts';

it('each change at a service by other authors is made, or the answer reports the outcome', async () => {
  const changes = questions.filter(({ kind }) => kind.startsWith('changes/'));
  const answers = judge(await askAll(await strangers.spring(), changes));
  const count = (verdict: string) => answers.filter((one) => one.verdict === verdict).length;
  expect(detailsOf({ stranger: 'spring', answers }, ['WRONG'])).toBe('');
  expect(answers.length).toBeGreaterThan(60);
  expect(count('RIGHT')).toBeGreaterThan(0.8 * answers.length);
}, 240_000);

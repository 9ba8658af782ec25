import { stories, tell } from '../stories/run.ts';
import type { Language } from '../stories/story.ts';
import { startService } from '../support/clients/harness.ts';

/**
 * Prints a table for `docs/costs.md`: calls and tokens of each story, with single operations and with workflows and
 * names.
 */

const service = await startService();

async function told(how: 'plain' | 'short', language: Language, story: (typeof stories)[number]) {
  service.reset();
  // The plain variant gets the service's responses unchanged.
  const env: Record<string, string> =
    how === 'plain' ? {} : { CASEBRIDGE_SURFACE: 'everyday', CASEBRIDGE_ANSWER_TOKENS: '' };
  const client = await service.connectAs(story.who, { env });
  const witness = await service.connectAs(story.who);
  try {
    return (await tell(story, how, language, { client, witness })).told;
  } finally {
    await Promise.all([client.close(), witness.close()]);
  }
}

const number = (value: number) => value.toLocaleString('en');
const lines = [
  '| story | calls | tokens | calls with workflows | tokens with workflows |',
  '|---|---|---|---|---|',
];
const sum = { plain: { calls: 0, tokens: 0 }, short: { calls: 0, tokens: 0 } };
for (const story of stories) {
  const cells: string[] = [];
  const both = { plain: { calls: 0, tokens: 0 }, short: { calls: 0, tokens: 0 } };
  for (const how of ['plain', 'short'] as const)
    for (const language of ['en', 'ru'] as const) {
      const { calls, tokens } = await told(how, language, story);
      for (const total of [both[how], sum[how]]) {
        total.calls += calls;
        total.tokens += tokens;
      }
    }
  // Print the mean of both languages.
  for (const { calls, tokens } of [both.plain, both.short])
    cells.push(number(calls / 2), number(Math.round(tokens / 2)));
  lines.push(`| ${story.title} | ${cells.join(' | ')} |`);
}
const { plain, short } = sum;
lines.push(
  `| **all** | **${number(plain.calls / 2)}** | **${number(Math.round(plain.tokens / 2))}** | **${number(short.calls / 2)}** (${(short.calls / plain.calls).toFixed(2)} ×) | **${number(Math.round(short.tokens / 2))}** (${(short.tokens / plain.tokens).toFixed(2)} ×) |`,
);
process.stdout.write(`${lines.join('\n')}\n`);
await service.close();

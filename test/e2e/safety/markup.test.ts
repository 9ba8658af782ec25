import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { runsOnce } from '../../support/clients/once.ts';
import { run } from '../../support/clients/process.ts';
import { sampleIds } from '../../support/sample-ids.ts';
import { startFront } from '../../support/servers/front.ts';

let service: TestService;
let anna: TestClient;
beforeAll(async () => {
  service = await startService();
  anna = await service.connectAs('anna');
});
afterAll(async () => {
  await anna?.close();
  await service?.close();
});

describe('markup that would reach people', () => {
  it('is refused before anybody is asked and anything is sent, with the tag [FLT-36]', async () => {
    const front = await startFront(service.url, () => undefined);
    const user = createUser('agrees');
    const client = await service.connectAs('anna', {
      user,
      env: { CASEBRIDGE_CONFIRM: '', CASEBRIDGE_URL: front.url },
    });
    try {
      const id = sampleIds.anna;
      const refused = async (args: object) => client.refusal('notify_user', { id, Text: 'x', ...args });
      expect(await refused({ Text: '<img src=x>' })).toMatch(
        /^INVALID_ARGUMENTS: Nothing was sent\. Text: <img> is not/,
      );
      expect(await refused({ Buttons: [{ Text: 'x', Link: 'https://ok@evil.example' }] })).toMatch(
        /^INVALID_ARGUMENTS: Nothing was sent\. Buttons\.Link: .*a user name before its host/,
      );
      expect([user.questions, front.requests]).toEqual([[], []]);
      const Text =
        '<b>Hearing</b> <a href="https://Cases.example.evil.example/?a=1&amp;b=2">cases.example</a>';
      await client.call('notify_user', {
        id,
        Text,
        Buttons: [{ Text: 'Open', Link: 'https://xn--e1aybc.example/1' }],
      });
      expect(user.questions[0]?.split('\n').slice(-3)).toEqual([
        'Links: 2',
        '- xn--e1aybc.example (https://xn--e1aybc.example/1)',
        '- cases.example.evil.example (https://Cases.example.evil.example/?a=1&b=2)',
      ]);
      expect(front.requests.at(-1)).toMatch(/^POST .*\/notify$/);
    } finally {
      await client.close();
      await front.close();
    }
  });

  it.runIf(runsOnce())('is refused on the command line too', async () => {
    const { code, stderr } = await run(
      ['call', 'notify_user', `id=${sampleIds.anna}`, 'Text=<script>x</script>'],
      service.environment('anna'),
    );
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^INVALID_ARGUMENTS: Nothing was sent\. Text: <script>/),
    ]);
  });
});

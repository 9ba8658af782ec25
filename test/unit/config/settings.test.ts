import { expect, it } from 'vitest';
import { allSettings } from '../../../src/config/settings.ts';

it('settings have a separate variable each, a sentence in both languages, and flags in kebab case', () => {
  expect(new Set(allSettings.map(({ env }) => env)).size).toBe(allSettings.length);
  for (const { env, flag, default: byDefault, schema, isCommon, en, ru } of allSettings) {
    expect(env).toMatch(isCommon ? /^[A-Z]+(_[A-Z]+)+$/ : /^CASEBRIDGE(_[A-Z]+)+$/);
    expect(en).toMatch(/^[A-Z].{10,160}\.$/);
    expect(ru).toMatch(/^[A-ZА-ЯЁ].{10,160}\.$/);
    if (flag !== undefined) expect(flag).toMatch(/^[a-z]+(-[a-z]+)*$/);
    if (byDefault !== undefined) expect(schema.safeParse(byDefault).success).toBe(true);
  }
});

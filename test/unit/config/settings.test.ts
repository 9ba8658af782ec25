import { expect, it } from 'vitest';
import { settingHelp } from '../../../src/config/help/index.ts';
import type { Setting } from '../../../src/config/setting.ts';
import { settings } from '../../../src/config/settings.ts';

const all = Object.entries(settings) as [string, Setting][];

it('settings have a variable of their own each, a sentence of help, and flags in kebab case', () => {
  expect(Object.keys(settingHelp).sort()).toEqual(Object.keys(settings).sort());
  expect(new Set(all.map(([, setting]) => setting.env)).size).toBe(all.length);
  for (const [key, { env, flag, default: byDefault, schema, isCommon }] of all) {
    const pattern = isCommon ? /^[A-Z]+(_[A-Z]+)+$/ : /^CASEBRIDGE(_[A-Z]+)+$/;
    expect([key, env]).toEqual([key, expect.stringMatching(pattern)]);
    const help = settingHelp[key as keyof typeof settings];
    expect(help.en).toMatch(/^[A-Z].{10,160}\.$/);
    expect(help.ru).toMatch(/^[A-ZА-ЯЁ].{10,160}\.$/);
    if (flag !== undefined) expect(`CASEBRIDGE_${flag.replaceAll('-', '_').toUpperCase()}`).toBe(env);
    if (byDefault !== undefined) expect(schema.safeParse(byDefault).success).toBe(true);
  }
});

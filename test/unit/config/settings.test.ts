import { expect, it } from 'vitest';
import type { Setting } from '../../../src/config/setting.ts';
import { settings } from '../../../src/config/settings.ts';

const all = Object.entries(settings) as [string, Setting][];

it('settings have a variable of their own each, a sentence of help, and flags in kebab case', () => {
  expect(new Set(all.map(([, setting]) => setting.env)).size).toBe(all.length);
  for (const [key, { env, flag, help, default: byDefault, schema, isCommon }] of all) {
    const pattern = isCommon ? /^[A-Z]+(_[A-Z]+)+$/ : /^CASEBRIDGE(_[A-Z]+)+$/;
    expect([key, env]).toEqual([key, expect.stringMatching(pattern)]);
    expect(help).toMatch(/^[A-Z].{10,160}\.$/);
    if (flag !== undefined) expect(`CASEBRIDGE_${flag.replaceAll('-', '_').toUpperCase()}`).toBe(env);
    if (byDefault !== undefined) expect(schema.safeParse(byDefault).success).toBe(true);
  }
});

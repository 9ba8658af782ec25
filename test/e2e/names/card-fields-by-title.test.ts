import { describe, expect, it } from 'vitest';
import { sampleIds } from '../../support/sample-ids.ts';
import type { Alter } from '../../support/servers/front.ts';
import { useAltered } from '../workflows/altering.ts';

const { at } = useAltered();
const { smith } = sampleIds;
const isType = (request: string) => /^GET .*\/objectTypes\/[^/]+$/.test(request);

interface FieldOfType {
  readonly Tag: string;
  readonly Name: string;
  readonly Format?: string;
}
/** Returns a type whose card has one block with these fields. */
const typeWith =
  (...fields: readonly FieldOfType[]): Alter =>
  (body, request) => {
    if (!isType(request)) return body;
    const Fields = fields.map((field) => ({ Id: null, IsMulti: false, Format: 'Number', ...field }));
    return {
      ...body,
      Blocks: [{ Id: null, Tag: 'Payments', Name: 'Платежи по делу', Kind: 'Multi', Fields }],
    };
  };
/** Returns the request that would be sent, or the refusal. */
const edit = async (alter: Alter, Fields: object) =>
  (
    await at.altered.ask(
      alter,
      'edit_object',
      { id: smith, Fields },
      { login: 'admin', env: { CASEBRIDGE_DRY_RUN: 'true' } },
    )
  ).text;
const sentBy = async (alter: Alter, Fields: object) => {
  const text = await edit(alter, Fields);
  expect(text).toMatch(/^DRY_RUN: /);
  return text.replaceAll(/\s+/g, '');
};
const block = 'Платежи по делу';

describe('a field of a card', () => {
  it.each([
    ['a row', { [block]: [{ Amount: 5 }, { Amount: 6 }] }, '{"field":"Amount","to":[5,6]}'],
    ['a card', { Amount: 'five' }, '{"field":"Amount","to":"five"}'],
  ])('is the one with this tag before one with this title, in %s', async (_, Fields, sent) => {
    const type = typeWith(
      { Tag: 'A', Name: 'Amount', Format: 'Text' },
      { Tag: 'Amount', Name: 'Sum', Format: 'Text' },
    );
    expect(await sentBy(type, Fields)).toContain(`"fields":[${sent}]`);
  });

  it.each([
    ['a row', { [block]: [{ Сумма: 5 }] }, 'Fields.Платежи по делу'],
    ['a card', { Amount: 'five' }, 'Fields.Amount'],
  ])('is refused with the tags if several fields have its title, in %s', async (_, Fields, path) => {
    const text = await edit(
      typeWith({ Tag: 'Paid', Name: 'Сумма / Amount' }, { Tag: 'Due', Name: 'Сумма / Amount' }),
      Fields,
    );
    expect(text).toContain(`Nothing was sent. ${path}`);
    expect(text).toContain('2 fields have this title. Pass the tag of the right one');
    expect(text).toMatch(/\bPaid\b.*\bDue\b/s);
  });

  it('is refused with the blocks if fields of several blocks have its title', async () => {
    const twoBlocks: Alter = (body, request) => {
      const one = typeWith({ Tag: 'Paid', Name: 'Amount' })(body, request) as any;
      if (!isType(request)) return one;
      const Fields = [{ Tag: 'Cost', Name: 'Amount' }];
      return { ...one, Blocks: [...one.Blocks, { Tag: 'Costs', Name: 'Расходы', Fields }] };
    };
    const text = await edit(twoBlocks, { Amount: 'five' });
    expect(text).toMatch(/\bPaid\b.*Платежи по делу.*\bCost\b.*Расходы/s);
  });

  it('may have the title of a field of another block, in a row', async () => {
    const twoBlocks: Alter = (body, request) => {
      const one = typeWith({ Tag: 'Paid', Name: 'Сумма' })(body, request) as any;
      if (!isType(request)) return one;
      const [first] = one.Blocks;
      const other = { ...first, Tag: 'Costs', Name: 'Расходы', Fields: [{ Tag: 'Cost', Name: 'Сумма' }] };
      return { ...one, Blocks: [other, first] };
    };
    expect(await sentBy(twoBlocks, { [block]: [{ Сумма: 5 }] })).toContain(
      '"fields":[{"field":"Paid","to":[5]}]',
    );
  });
});

describe('rows of a block', () => {
  it('are written to the fields of the block although a field has the same title', async () => {
    const type = typeWith({ Tag: 'Amount', Name: 'Сумма' }, { Tag: 'Plan', Name: block });
    expect(await sentBy(type, { [block]: [{ Сумма: 5 }] })).toContain(
      '"fields":[{"field":"Amount","to":[5]}]',
    );
  });

  it('are refused with the tags if several blocks have this title and these fields', async () => {
    const alike: Alter = (body, request) => {
      const one = typeWith({ Tag: 'Paid', Name: 'Сумма' })(body, request) as any;
      if (!isType(request)) return one;
      const [first] = one.Blocks;
      return {
        ...one,
        Blocks: [first, { ...first, Tag: 'Costs', Fields: [{ Tag: 'Cost', Name: 'Сумма' }] }],
      };
    };
    const text = await edit(alike, { [block]: [{ Сумма: 5 }] });
    expect(text).toContain(`Nothing was sent. Fields.${block}: 2 blocks of this card have these fields.`);
    expect(text).toMatch(/\bPaid\b.*\bCost\b/s);
    expect(text).toMatch(/^NAME_AMBIGUOUS: /);
  });
});

describe('rows of a block whose type cannot be read', () => {
  const unreadable: Alter = (body, request) => (isType(request) ? 'none' : body);
  const empty: Alter = (body, request) => (isType(request) ? { ...body, Blocks: [] } : body);

  it.each([
    ['by the title of the block', unreadable, { [block]: [{ Сумма: 1 }] }],
    ['by the tag of the block', unreadable, { Payments: [{ Amount: 1 }] }],
    ['as a single row', unreadable, { Payments: { Amount: 1 } }],
    ['with a type without fields', empty, { [block]: [{ Сумма: 1 }] }],
  ])('are refused with the form that works: %s', async (_, alter, Fields) => {
    const text = await edit(alter, Fields);
    expect(text).toContain(`Nothing was sent. Fields.${Object.keys(Fields)[0]}: `);
    expect(text).toContain('{"FirstTag": [row 1, row 2], "SecondTag": [row 1, row 2]}');
  });

  it('do not keep other values from being sent', async () => {
    const sent = await sentBy(unreadable, { ClaimItem: ['Wages'], Judge: 'N. Other' });
    for (const value of ['["Wages"]', '"N.Other"']) expect(sent).toContain(`"to":${value}`);
  });
});

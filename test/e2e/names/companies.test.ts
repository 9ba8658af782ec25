import { describe, expect, it } from 'vitest';
import { textOf } from '../../support/clients/harness.ts';
import { idOf, smith, useNamed } from './named.ts';

const { at, changes } = useNamed();

const add = (ParticipantId: string, id = smith) => ['add_case_participant', { id, ParticipantId }] as const;
const create = (Name: string) =>
  at.anna.call('create_participant', { Type: 'Company', Name, CompanyInfo: { Name, LegalFormId: 'Ltd' } });

describe('a company in a change', () => {
  it.each([
    ['Quill', 'Quill & Partners LLP', 2],
    ['quill llp', 'Quill & Partners LLP', 4],
    ['Harbour', 'Harbour Light Lines LLC', 1],
    ['Harbour Light', 'Harbour Light Lines LLC', 2],
    ['Quiet Haven', 'АО «Тихая пристань» / Quiet Haven Insurance', 4],
    ['Тихая', 'АО «Тихая пристань» / Quiet Haven Insurance', 5],
  ])('is accepted by the first words of its name: %s', async (name, shown, number) => {
    const { content } = await at.anna.callTool(...add(name, idOf('ca5e', number)));
    expect(changes()).toHaveLength(1);
    expect(textOf({ content: content.slice(-1) })).toContain(shown);
  });

  it.each([
    ['other words of its name', 'Partners', 'Quill & Partners LLP'],
    ['another legal form', 'Quill Ltd', 'Quill & Partners LLP'],
    ['part of a word', 'Quil', 'Quill & Partners LLP'],
    ['the first words of a name without a legal form', 'Арбитражный суд', 'Арбитражный суд Энской области'],
    ['the first word of a name without a legal form', 'Eastmoor', 'Eastmoor Commercial Court'],
  ])('is only suggested by %s', async (_, name, shown) => {
    const text = await at.anna.refusal(...add(name));
    expect(text).toMatch(/^NAME_UNKNOWN: Nothing was sent/);
    expect(text).toContain(shown);
    expect(changes()).toEqual([]);
  });

  it.each([
    ['a company', 'Marrow & Sons Ltd', 'Marrow Shipping LLC', 'Marrow'],
    ['a company in capitals', 'Tanner & Sons Ltd', 'TANNER SHIPPING LLC', 'Tanner'],
    ['a company with the word at another place', 'Fenwick & Sons Ltd', 'Old Fenwick LLC', 'Fenwick'],
    ['a court', 'Eastmoor Bakery Ltd', 'Eastmoor Commercial Court', 'Eastmoor'],
    [
      'a company with another spelling of the legal form',
      'Colby Mills Ltd',
      'Colby Foods Limited',
      'Colby Ltd',
    ],
  ])('is refused with candidates if the words also name %s', async (_, one, other, name) => {
    for (const each of [one, other]) if (!each.endsWith('Court')) await create(each);
    const before = changes().length;
    const text = await at.anna.refusal(...add(name));
    expect(text).toMatch(/^NAME_AMBIGUOUS: Nothing was sent\. ParticipantId "[^"]+": 2 participants match/);
    expect(text).toContain(one);
    expect(text).toContain(other);
    expect(changes()).toHaveLength(before);
  });

  it('is refused if the words also name a person', async () => {
    await create('Whitcombe & Sons Ltd');
    expect(await at.anna.refusal(...add('Whitcombe'))).toMatch(
      /^NAME_AMBIGUOUS: [\s\S]*Alan Whitcombe[\s\S]*Whitcombe & Sons|^NAME_AMBIGUOUS: [\s\S]*Whitcombe & Sons[\s\S]*Alan Whitcombe/,
    );
  });

  it('is only suggested by words that many names begin with', async () => {
    await create('Торговый дом Полынь ООО');
    expect(await at.anna.refusal(...add('Торговый дом'))).toMatch(/^NAME_UNKNOWN: [\s\S]*Полынь/);
  });
});

import { describe, expect, it } from 'vitest';
import { dropArgument, moreArgument } from '../../src/contract/operations/field-marks.ts';
import type { JsonSchema } from '../../src/mcp/tools/published-schema.ts';
import { breaking, entries, namesOf, operations } from '../support/repository/catalogue.ts';

describe('the descriptions of tools', () => {
  it('are a title and a description of 20 to 1,000 characters', () => {
    const wrong = operations.filter(
      ({ title, description }) =>
        title.trim() === '' || description.trim().length < 20 || description.length > 1000,
    );
    expect(namesOf(wrong)).toEqual([]);
  });

  it('describe every parameter, nested ones too', () => {
    const undescribed = (schema: JsonSchema) =>
      Object.values((schema.properties ?? {}) as Record<string, JsonSchema>).some(
        (property) => typeof property.description !== 'string' || property.description.trim() === '',
      );
    expect(breaking(undescribed, 'complete')).toEqual([]);
  });

  it('are published except for self-explanatory names and limits, and those that the newest version or three tools have described', () => {
    const letters = (text: unknown) => String(text).toLowerCase().replace(/[\s-]/g, '');
    const words = (schema: JsonSchema) =>
      Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const told = new Map<string, number>();
    const missing = entries.flatMap(({ name, complete, published }) => {
      const said = words(complete as JsonSchema).filter(
        ([key, { description, maximum }]) =>
          letters(description) !== letters(key) && description !== `At most ${maximum}`,
      );
      const kept = new Map(words(published as JsonSchema));
      return said
        .filter(([key, { description }]) => {
          const times = told.get(`${key} ${description}`) ?? 0;
          told.set(`${key} ${description}`, times + 1);
          return !kept.get(key)?.description && (times < 3 || key === 'id') && !/_v\d$/.test(name);
        })
        .map(([key]) => `${name}.${key}`);
    });
    // `more` is the same in all tools and described by the first tool that has it. `drop` is explained by a
    // rare refusal.
    const elsewhere = [moreArgument, dropArgument];
    expect(missing.filter((name) => !elsewhere.includes(name.split('.')[1] ?? ''))).toEqual([]);
    expect(entries.filter(({ name }) => /_v\d$/.test(name)).length).toBeGreaterThan(5);
  });

  it('state the next step only for refusals', () => {
    const wrong = operations.filter(({ errors }) =>
      Object.entries(errors ?? {}).some(([status, step]) => !/^[45]\d\d$/.test(status) || step.trim() === ''),
    );
    expect(namesOf(wrong)).toEqual([]);
  });
});

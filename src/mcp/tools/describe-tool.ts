import { z } from 'zod';
import { innermost } from '../../contract/operations/registered.ts';
import { classText, harmOf, metaToolFor } from '../guards/effect.ts';
import { describedSchema } from './published-schema.ts';
import type { AnyTool } from './tool.ts';

export function describeTool({ definition, schema, output }: AnyTool): string {
  const { name, title, description, errors } = definition;
  return JSON.stringify({
    name,
    title,
    description,
    class: classText(definition),
    call_with: metaToolFor[harmOf(definition)],
    arguments: describedSchema(schema),
    ...(output ? { answers: answersOf(output) } : {}),
    ...(errors ? { errors } : {}),
  });
}

function answersOf(output: z.ZodObject): unknown {
  const { $schema, ...json } = z.toJSONSchema(output);
  return json;
}

/** Maximum number of nested fields that `argumentsText` lists per argument. */
const maxNested = 8;

/** Maximum number of values that `argumentsText` lists per argument. */
const maxValues = 5;

/** Lists the arguments: `Name*, Ids [], Contact {Email}, Kind A or B`. A star means required. */
export function argumentsText({ schema }: AnyTool): string {
  const names = Object.entries(schema.shape).map(([name, field]) => {
    const isRequired = !(field as z.ZodType).safeParse(undefined).success;
    const nested = nestedText(innermost(field as z.ZodType));
    return `${name}${isRequired ? '*' : ''}${nested === '' ? '' : ` ${nested}`}`;
  });
  return names.length > 0 ? names.join(', ') : 'none';
}

function nestedText(field: z.ZodType): string {
  if (field instanceof z.ZodISODate) return 'YYYY-MM-DD';
  if (field instanceof z.ZodEnum) return field.options.length > maxValues ? '' : field.options.join(' or ');
  if (field instanceof z.ZodArray) return `[${nestedText(innermost(field.element as z.ZodType))}]`;
  if (!(field instanceof z.ZodObject)) return '';
  const names = Object.keys(field.shape);
  const shown = names.slice(0, maxNested).join(', ');
  return `{${shown}${names.length > maxNested ? ', …' : ''}}`;
}

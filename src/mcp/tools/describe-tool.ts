import { z } from 'zod';
import { classText, harmOf, metaToolFor } from '../guards/effect.ts';
import { describedSchema } from './published-schema.ts';
import type { AnyTool } from './tool.ts';

/** Returns a complete description of a tool as compact JSON. */
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

/** Lists a tool's arguments. Required ones have a star: `Name*, CaseId`. */
export function argumentsText({ schema }: AnyTool): string {
  const names = Object.entries(schema.shape).map(
    ([name, field]) => `${name}${(field as z.ZodType).safeParse(undefined).success ? '' : '*'}`,
  );
  return names.length > 0 ? names.join(', ') : 'none';
}

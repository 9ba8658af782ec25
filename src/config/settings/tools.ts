import { z } from 'zod';
import { type OperationClass, operationClasses } from '../../contract/operations/effects.ts';
import { isPublicName } from '../../mcp/outbound/fetch-hosts.ts';
import { markups } from '../../mcp/outbound/markup-choice.ts';
import { parseChanges, surfaces, wordsOf } from '../../mcp/tools/tool-selection.ts';
import { valueFaults } from '../messages.ts';
import { oneOf, type Setting, switchedOn, wrong } from '../setting.ts';

/** Which tools are listed, which may be carried out, and which of them a human is asked about. */
export const toolSettings = {
  surface: {
    schema: oneOf(surfaces),
    env: 'CASEBRIDGE_SURFACE',
    flag: 'surface',
    default: 'everyday',
  },
  toolsets: {
    schema: z.string().max(2000).transform(wordsOf),
    env: 'CASEBRIDGE_TOOLSETS',
    flag: 'toolsets',
    default: '',
  },
  fetchHosts: {
    schema: z
      .string()
      .max(8000)
      .transform((value) => wordsOf(value).map((word) => word.toLowerCase()))
      .refine((hosts) => hosts.every(isPublicName), wrong(valueFaults.hosts)),
    env: 'CASEBRIDGE_FETCH_HOSTS',
    flag: 'fetch-hosts',
    default: '',
  },
  markup: {
    schema: oneOf(markups),
    env: 'CASEBRIDGE_MARKUP',
    flag: 'markup',
    default: 'styled',
  },
  tools: {
    schema: z.string().max(8000).transform(parseChanges),
    env: 'CASEBRIDGE_TOOLS',
    flag: 'tools',
    default: '',
  },
  readOnly: {
    schema: switchedOn,
    env: 'CASEBRIDGE_READ_ONLY',
    flag: 'read-only',
    default: 'false',
  },
  allow: {
    schema: z.string().transform(parseClasses),
    env: 'CASEBRIDGE_ALLOW',
    flag: 'allow',
    default: operationClasses.join(','),
  },
  confirm: {
    schema: z
      .string()
      .transform((value, context) => (value === 'none' ? new Set<never>() : parseClasses(value, context))),
    env: 'CASEBRIDGE_CONFIRM',
    flag: 'confirm',
    default: 'delete,outbound,admin',
  },
} as const satisfies Record<string, Setting>;

function parseClasses(value: string, context: z.RefinementCtx): ReadonlySet<OperationClass> {
  const names = value.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !operationClasses.some((known) => known === name));
  if (unknown !== undefined)
    context.addIssue({
      code: 'custom',
      message: wrong(valueFaults.operationClass, {
        word: JSON.stringify(unknown),
        classes: operationClasses.join(', '),
      }),
    });
  return new Set(names as OperationClass[]);
}

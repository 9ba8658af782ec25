import { z } from 'zod';
import { waysToAsk } from '../mcp/guards/ways-to-ask.ts';
import { wordsOf } from '../mcp/tools/tool-selection.ts';
import { oneOf, type Setting } from './setting.ts';

/** What assistants show beside text, and whether people are asked there. */
export const cardSettings = {
  confirmBy: {
    schema: z
      .string()
      .transform(wordsOf)
      .pipe(z.array(z.enum(waysToAsk, `should be ${waysToAsk.join(', ')} or both`)).min(1)),
    env: 'CASEBRIDGE_CONFIRM_BY',
    flag: 'confirm-by',
    help: 'How a human is asked: in a `dialog` of the assistant where it has one (elicitation), else in a `card` (MCP Apps).',
    default: waysToAsk.join(','),
  },
  cards: {
    schema: oneOf(['on', 'off']),
    env: 'CASEBRIDGE_CARDS',
    flag: 'cards',
    help: 'Whether assistants that can (MCP Apps) also show answers as cards: `on` or `off`.',
    default: 'on',
  },
} as const satisfies Record<string, Setting>;

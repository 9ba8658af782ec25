import { z } from 'zod';
import { waysToAsk } from '../../mcp/guards/ways-to-ask.ts';
import { wordsOf } from '../../mcp/tools/tool-selection.ts';
import { valueFaults } from '../messages.ts';
import { oneOf, type Setting, wrong } from '../setting.ts';

/** What assistants show beside text, and whether people are asked there. */
export const cardSettings = {
  confirmBy: {
    schema: z
      .string()
      .transform(wordsOf)
      .pipe(z.array(z.enum(waysToAsk, wrong(valueFaults.oneOrBoth, { words: waysToAsk.join(', ') }))).min(1)),
    env: 'CASEBRIDGE_CONFIRM_BY',
    flag: 'confirm-by',
    default: waysToAsk.join(','),
  },
  cards: {
    schema: oneOf(['on', 'off']),
    env: 'CASEBRIDGE_CARDS',
    flag: 'cards',
    default: 'on',
  },
} as const satisfies Record<string, Setting>;

import { valueFaults } from '../messages.ts';
import { type Setting, whole, wrong } from '../setting.ts';

/** How far is read for an answer, and how long it may be. */
export const answerSettings = {
  lookThrough: {
    schema: whole(100, 10_000),
    env: 'CASEBRIDGE_LOOK_THROUGH',
    flag: 'look-through',
    default: '2000',
  },
  queryRequests: {
    schema: whole(20, 20_000),
    env: 'CASEBRIDGE_QUERY_REQUESTS',
    flag: 'query-requests',
    default: '500',
  },
  answerTokens: {
    schema: whole(0, 20_000).refine(
      (tokens) => tokens === 0 || tokens >= 500,
      wrong(valueFaults.noneOrAtLeast, { least: 500 }),
    ),
    env: 'CASEBRIDGE_ANSWER_TOKENS',
    flag: 'answer-tokens',
    default: '8000',
  },
} as const satisfies Record<string, Setting>;

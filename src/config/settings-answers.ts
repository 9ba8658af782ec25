import { type Setting, whole } from './setting.ts';

/** How far is read for an answer, and how long it may be. */
export const answerSettings = {
  lookThrough: {
    schema: whole(100, 10_000),
    env: 'CASEBRIDGE_LOOK_THROUGH',
    flag: 'look-through',
    help: 'Records of a list that are looked through, and compared here, where the service finds none by the words that it is asked for.',
    default: '2000',
  },
  queryRequests: {
    schema: whole(20, 20_000),
    env: 'CASEBRIDGE_QUERY_REQUESTS',
    flag: 'query-requests',
    help: 'Most requests to the service that one query over records sends; one that needs more is told how to narrow it.',
    default: '500',
  },
  answerTokens: {
    schema: whole(0, 20_000).refine((tokens) => tokens === 0 || tokens >= 500, 'should be 0 or at least 500'),
    env: 'CASEBRIDGE_ANSWER_TOKENS',
    flag: 'answer-tokens',
    help: 'Most tokens of one answer, 500 to 20000; 0 sends the service’s JSON as it is, however long.',
    default: '8000',
  },
} as const satisfies Record<string, Setting>;

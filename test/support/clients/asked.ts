/** Responses of a simulated user to a confirmation. */
export const replies = {
  agrees: { action: 'accept', content: { confirm: true } },
  declines: { action: 'decline' },
  cancels: { action: 'cancel' },
  'accepts without a tick': { action: 'accept', content: { confirm: false } },
  'accepts an empty form': { action: 'accept', content: {} },
  'accepts without a form': { action: 'accept' },
  'accepts with a word': { action: 'accept', content: { confirm: 'yes' } },
  'accepts with the title of the checkbox': { action: 'accept', content: { confirm: 'Yes, do this' } },
  'accepts with a field of its own': { action: 'accept', content: { confirm: true, remember: true } },
} as const satisfies Record<string, Reply>;

/** Returns the error code of a call after a response that does not confirm it. */
export const codeOf = (reply: keyof typeof replies): string =>
  ({ accept: 'NOT_AGREED', decline: 'DECLINED', cancel: 'NOT_ANSWERED' })[replies[reply].action];

// A type alias, because the SDKs require an index signature, which interfaces lack.
type Reply = {
  action: 'accept' | 'decline' | 'cancel';
  content?: { [name: string]: boolean | string };
};

/**
 * Simulated user at the client. Gives the same response to every confirmation until a test changes `reply`. Records the
 * confirmations.
 */
export interface ScriptedUser {
  reply: keyof typeof replies;
  readonly questions: string[];
  /** Called by the client with the parameters of the elicitation. */
  answer(params: object): Promise<Reply>;
}

export function createUser(reply: keyof typeof replies = 'declines'): ScriptedUser {
  const user: ScriptedUser = {
    reply,
    questions: [],
    answer: async (params) => {
      user.questions.push((params as { message: string }).message);
      return replies[user.reply];
    },
  };
  return user;
}

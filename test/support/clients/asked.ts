/** What a scripted user does when a client asks. */
export const replies = {
  agrees: { action: 'accept', content: { confirm: 'yes' } },
  declines: { action: 'decline' },
  cancels: { action: 'cancel' },
  'accepts the first choice': { action: 'accept', content: { confirm: 'no' } },
  'accepts an empty form': { action: 'accept', content: {} },
  'accepts without a form': { action: 'accept' },
  'accepts with true': { action: 'accept', content: { confirm: true } },
  'accepts with the title of the choice': { action: 'accept', content: { confirm: 'Yes, do this' } },
  'accepts with a field of its own': { action: 'accept', content: { confirm: 'yes', remember: true } },
} as const satisfies Record<string, Reply>;

/** Error code of a call that was answered so. */
export const codeOf = (reply: keyof typeof replies): string =>
  ({ accept: 'NOT_AGREED', decline: 'DECLINED', cancel: 'NOT_ANSWERED' })[replies[reply].action];

// No interface: the SDKs take objects that may have any further property.
type Reply = {
  action: 'accept' | 'decline' | 'cancel';
  content?: { [name: string]: boolean | string };
};

/** The human at the client: answers every question the same way until a test changes it, and remembers them. */
export interface ScriptedUser {
  reply: keyof typeof replies;
  readonly questions: string[];
  /** What a client hands a question to. */
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

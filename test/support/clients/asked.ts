/** What a scripted user does when a client asks. */
export const replies = {
  agrees: { action: 'accept', content: { confirm: true } },
  declines: { action: 'decline' },
  cancels: { action: 'cancel' },
  'leaves the tick out': { action: 'accept', content: { confirm: false } },
  'sends an empty form': { action: 'accept', content: {} },
} as const satisfies Record<string, Reply>;

// No interface: the SDKs take objects that may have any further property.
type Reply = {
  action: 'accept' | 'decline' | 'cancel';
  content?: { [name: string]: boolean };
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

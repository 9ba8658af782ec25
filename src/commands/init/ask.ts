import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from '../../config/command-line.ts';
import type { Language, Worded } from '../../contract/language.ts';
import { joined } from '../../contract/worded.ts';
import { initMessages } from './messages.ts';

/** Dialog with the person at the terminal. Ctrl-C or the end of input aborts it. */
export interface Terminal {
  readonly ask: (question: Worded) => Promise<string>;
  readonly askUnseen: (question: Worded) => Promise<string>;
  readonly agrees: (question: Worded, otherwise: boolean) => Promise<boolean>;
  readonly leave: () => void;
}

export function openTerminal(language: Language): Terminal {
  let isSeen = true;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (isSeen) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // Input that was typed ahead answers the next question.
  const typed = lines[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await typed.next();
    if (done) throw new UsageError(initMessages.notAnswered);
    return value;
  };
  const ask = async (question: Worded) => {
    lines.setPrompt(question[language]);
    lines.prompt();
    return (await nextLine()).trim();
  };
  return {
    ask,
    askUnseen: async (question) => {
      process.stdout.write(question[language]);
      isSeen = false;
      try {
        return await nextLine();
      } finally {
        isSeen = true;
        process.stdout.write('\n');
      }
    },
    agrees: async (question, otherwise) => {
      const answer = await ask(joined([question, initMessages[otherwise ? 'yesOr' : 'orNo'], ''], ' '));
      return answer === '' ? otherwise : /^(y|yes|д|да)$/i.test(answer);
    },
    leave: () => lines.close(),
  };
}

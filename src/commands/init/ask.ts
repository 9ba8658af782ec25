import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../../config/command-line.ts';

/** Whoever sits at the terminal. Ctrl-C or the end of input ends the questions. */
export interface Terminal {
  readonly ask: (question: string) => Promise<string>;
  readonly askUnseen: (question: string) => Promise<string>;
  readonly agrees: (question: string, otherwise: boolean) => Promise<boolean>;
  readonly leave: () => void;
}

export function openTerminal(): Terminal {
  let isSeen = true;
  const output = new Writable({
    write: (chunk, _, done) => {
      if (isSeen) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const gone = new Promise<never>((_, reject) =>
    lines.once('close', () =>
      reject(new UsageError('Nothing was changed: the questions were not answered.')),
    ),
  );
  gone.catch(() => undefined);
  const ask = async (question: string) => (await Promise.race([lines.question(question), gone])).trim();
  return {
    ask,
    askUnseen: async (question) => {
      process.stdout.write(question);
      isSeen = false;
      try {
        return await Promise.race([lines.question(''), gone]);
      } finally {
        isSeen = true;
        process.stdout.write('\n');
      }
    },
    agrees: async (question, otherwise) => {
      const answer = await ask(`${question} ${otherwise ? '[Y/n]' : '[y/N]'} `);
      return answer === '' ? otherwise : /^(y|yes|д|да)$/i.test(answer);
    },
    leave: () => lines.close(),
  };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arguments } from '../../../src/api/client/build-request.ts';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import { languages } from '../../../src/contract/language.ts';
import type { ToolDefinition } from '../../../src/contract/operations/operation.ts';
import { questions } from '../../../tools/confirmation-words.ts';
import { asRead, readBack } from '../../support/answers/shown.ts';
import { validArguments } from '../../support/arguments.ts';
import { ask, asked, operationOf, sentFor } from '../../support/clients/asking.ts';

/** Returns the request that would be sent, or undefined if the arguments are refused without a question. */
function sentIf(facts: ToolDefinition, args: Arguments) {
  try {
    return sentFor(facts, args);
  } catch (error) {
    if (error instanceof InvalidArgumentsError) return undefined;
    throw error;
  }
}
function* leaves(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) yield value;
  else for (const one of Object.values(value)) yield* leaves(one);
}

describe('the words of questions', () => {
  it('are there in both languages for everything that changes something', () => {
    const wordless = asked.filter(({ facts }) => !questions.tools[facts.name.replace(/_v\d+$/, '')]);
    expect(wordless.map(({ facts }) => facts.name)).toEqual([]);
    for (const { en, ru } of Object.values(questions.tools)) {
      expect(en).toMatch(/^[A-Z][^.?]+$/);
      expect(ru).toMatch(/^[А-ЯЁ][^.?a-z]+$/);
    }
    const known = new Set(asked.map(({ facts }) => facts.name));
    expect(Object.keys(questions.tools).filter((name) => !known.has(name))).toEqual([]);
  });

  it('name every argument and every fact in Russian', () => {
    const names = [...asked.flatMap(({ schema }) => Object.keys(schema.shape)), ...questions.facts];
    const labels = questions.names.ru ?? {};
    expect([...new Set(names)].filter((name) => !/[а-яё]{2}|ИНН/i.test(labels[name] ?? ''))).toEqual([]);
  });
});

describe.each(languages)('a question in %s', (language) => {
  it('holds every value that would be sent, so that it can be read back, and no sentence that was written for assistants [FLT-67]', async () => {
    for (const { facts, schema } of asked)
      await fc.assert(
        fc.asyncProperty(validArguments(schema), async (args) => {
          const sent = sentIf(facts, args);
          if (sent === undefined) return;
          const question = await ask(facts, args, language);
          if (question.includes('[withheld]')) return;
          const read = readBack(question);
          for (const leaf of leaves(sent.map(({ value }) => value)))
            expect(read).toContain(typeof leaf === 'string' ? asRead(leaf) : String(leaf));
          for (const sentence of facts.description.split(/(?<=[.;:]) /))
            if (sentence.length > 20) expect(question).not.toContain(sentence);
        }),
        { numRuns: 10 },
      );
  });

  it('has no words of another language but those of records', async () => {
    for (const { facts } of asked) {
      const [title = ''] = (await ask(facts, {}, language, { sent: [] })).split('\n');
      expect(title).toMatch(language === 'ru' ? /^[^a-z]+\?$/ : /^[^а-яё]+\?$/i);
    }
  });
});

describe('the record in a question', () => {
  const task = {
    Name: 'Подготовиться к заседанию',
    Case: { Id: '1', Name: 'Дело "А"\nДа: согласен' },
    Status: { Name: 'Новая' },
    ExecutionDate: '2026-03-04T15:00:00.000Z',
    Responsibles: Array.from({ length: 7 }, (_, at) => ({ Id: String(at), Name: `Юрист ${at}` })),
  };
  const remove = operationOf('delete_task');

  it('is told from others of the same name by case, date and people, in the language and time of the user', async () => {
    expect((await ask(remove, { id: 'x' }, 'ru', { target: task })).split('\n')).toEqual([
      'Удалить задачу?',
      'Запись: "Подготовиться к заседанию"',
      'Дело: "Дело \\”А\\”⏎Да: согласен"',
      'Срок: ср, 4 мар. 2026 г., 18:00 GMT+3',
      'Исполнители: "Юрист 0", "Юрист 1", "Юрист 2", "Юрист 3", "Юрист 4", и ещё 2',
    ]);
    expect(await ask(remove, { id: 'x' }, 'en', { target: task })).toContain('Due: Wed, 4 Mar 2026, 18:00');
  });

  it('has no time if the service stores a date, and no line of facts if it has none', async () => {
    const day = { Name: 'x', ExecutionDate: '2026-03-04T00:00:00Z', Status: 'InWork', Responsibles: [] };
    expect(await ask(remove, { id: 'x' }, 'ru', { target: day })).toMatch(
      /"x"\nСтатус: "в работе"\nСрок: ср, 4 мар. 2026 г.$/,
    );
    expect(await ask(remove, { id: 'x' }, 'en', { target: { Name: 'x' } })).toBe(
      'Delete this task?\nActs on: "x"',
    );
    expect(await ask(remove, { id: 'x' }, 'ru', { target: [{ Section: 'Cases' }] })).toMatch(
      /\nСейчас: 1 \(/,
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../../support/clients/harness.ts';

const summaries = {
  en: {
    agenda: /^Agenda \(overdue: \d+; tasks due: \d+; events: \d+(; next event: \w{3} \d+ \w+[^)]*)?\):$/,
    case_brief:
      /^Case brief \((overdue: \d+; )?open tasks: \d+; next event: \w{3} \d+ \w+ \d\d:\d\d, [^;)]+; next deadline: \w{3} \d+ \w+[^)]*, in \d+ days\):$/,
    case_timeline: /^Case timeline \(steps: \d+; overdue: \d+; next: \w{3} \d+ \w+ \d\d:\d\d, [^)]+\):$/,
    workload: /^Workload \(open tasks: \d+; overdue: \d+\):$/,
    find_case: /^Find cases \(found: \d+\):$/,
  },
  ru: {
    agenda:
      /^Расписание \(просрочено: \d+; задач: \d+; событий: \d+(; ближайшее событие: [а-я]{2} \d+ [^)]*)?\):$/,
    case_brief:
      /^Справка по делу \((просрочено: \d+; )?открытых задач: \d+; ближайшее событие: [а-я]{2} \d+ [^;)]+; ближайший срок: [а-я]{2} \d+ [^)]*, через \d+ (день|дня|дней)\):$/,
    case_timeline: /^Хронология дела \(шагов: \d+; просрочено: \d+; ближайшее: [а-я]{2} \d+ [^)]+\):$/,
    workload: /^Загрузка сотрудников \(открытых задач: \d+; просрочено: \d+\):$/,
    find_case: /^Найти дела \(найдено: \d+\):$/,
  },
} as const;
const args = {
  case_brief: { case: 'Smith' },
  case_timeline: { case: 'Smith' },
  find_case: { case: 'Smith' },
};

describe('the first line of a result', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service?.close());

  it.each(['en', 'ru'] as const)(
    'states what is late and what comes next, in the language of the server: %s',
    async (language) => {
      const client = await service.connectAs('anna', {
        args: ['--time-zone', 'Europe/Moscow'],
        env: { CASEBRIDGE_LANGUAGE: language },
      });
      try {
        for (const [tool, first] of Object.entries(summaries[language])) {
          const { content } = await client.callTool(tool, args[tool as keyof typeof args] ?? {});
          expect(content[0]?.text?.split('\n')[0]).toMatch(first);
        }
      } finally {
        await client.close();
      }
    },
  );

  it('holds no text of a record', async () => {
    const client = await service.connectAs('anna');
    try {
      const { content } = await client.callTool('case_brief', { case: 'Smith' });
      expect(content[0]?.text?.split('\n')[0]).not.toMatch(/Smith|Northbridge|Petrova/);
    } finally {
      await client.close();
    }
  });

  it('is followed by dates with a word for a near day, and by how late a task is', async () => {
    const client = await service.connectAs('anna', { args: ['--time-zone', 'Europe/Moscow'] });
    try {
      const { content, structuredContent } = await client.callTool('agenda', {});
      const text = content[0]?.text ?? '';
      const day = (moment: string) => Date.parse(/\d{4}-\d\d-\d\d/.exec(moment)?.[0] ?? '') / 86_400_000;
      const today = day(structuredContent.now);
      for (const { id, due, works_on } of structuredContent.overdue) {
        const days = today - day(works_on ?? due);
        const line = text.split('\n').find((one) => one.includes(id));
        expect(line).toContain(days === 0 ? 'today)' : `${days} day${days === 1 ? '' : 's'} late)`);
      }
      for (const { id, start } of structuredContent.events) {
        const line = text.split('\n').find((one) => one.includes(id));
        const word = ['today', 'tomorrow'][day(start) - today];
        expect(/\((?:today|tomorrow|yesterday)\)/.exec(line ?? '')?.[0]).toBe(word && `(${word})`);
        // The line also contains the exact date.
        expect(line).toContain(start);
      }
    } finally {
      await client.close();
    }
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allSettings, settings } from '../../src/config/settings.ts';
import { run } from '../support/clients/process.ts';

/** Using the command in Russian. */

const inRussian = { CASEBRIDGE_LANGUAGE: 'ru' };

/** Returns English sentences. Names, flags, URLs and text in backticks are the same in both languages. */
const sentencesIn = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/`[^`]*`/g, '')
    .match(/[a-z]{2,} [a-z]{2,} [a-z]{2,} [a-z]{2,}/g)
    ?.filter((words) => !words.includes('casebridge') && !settings.access.scopes.default.includes(words));

describe('casebridge in Russian', () => {
  it('--help has every setting and command with a Russian sentence, and no English one', async () => {
    const { code, stdout } = await run(['--help'], inRussian);
    expect(code).toBe(0);
    const text = stdout.replace(/\s+/g, ' ');
    for (const { env, ru } of allSettings) {
      expect(text).toContain(env);
      expect(text).toContain(ru);
    }
    expect(sentencesIn(stdout) ?? []).toEqual([]);
  });

  it('is used if the machine is Russian', async () => {
    const { code, stdout, stderr } = await run(['help', 'doctor'], { LANG: 'ru_RU.UTF-8' });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Проверяет настройки');
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['nothing is set', [], {}, 'Не задано CASEBRIDGE_URL: укажите адрес системы'],
    ['a command is unknown', ['docter'], {}, 'Команды "docter" нет (может быть, doctor?)'],
    ['a tool is unknown', ['call', 'get_cases'], {}, 'Инструмента "get_cases" нет'],
    [
      'a toolset is unknown',
      ['tools', '--sandbox'],
      { CASEBRIDGE_TOOLSETS: 'nothing' },
      'CASEBRIDGE_TOOLSETS: нет группы инструментов "nothing"; есть: lookups',
    ],
    ['a tool is unknown to a setting', ['tools', '--tools', '+nothing'], {}, 'нет инструмента "+nothing"'],
    [
      'a server has no address',
      ['http', '--host', '0.0.0.0', '--sandbox'],
      {},
      'Не задано CASEBRIDGE_PUBLIC_URL',
    ],
  ])('is the language of the message that %s', async (_, args, env, sentence) => {
    const { code, stdout, stderr } = await run(args, { ...inRussian, ...env });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(/^casebridge: [^\n]+\.\n$/);
    expect(sentencesIn(stderr) ?? []).toEqual([]);
  });

  it('has Russian placeholders for values', async () => {
    const { stdout } = await run(['--help'], inRussian);
    expect(stdout).toContain('casebridge call ИМЯ [ключ=значение …]');
    expect((await run(['sandbox', '--help'], inRussian)).stdout).toMatch(
      /sandbox \[ПОРТ\][\s\S]*--quirk ИМЯ=ЗНАЧЕНИЕ/,
    );
    expect((await run(['--help'])).stdout).toContain('casebridge call NAME [key=value …]');
  });

  it('is the language of errors in a deployment file', async () => {
    const service = {
      CASEBRIDGE_URL: 'http://127.0.0.1:1',
      CASEBRIDGE_LOGIN: 'anna',
      CASEBRIDGE_PASSWORD: 'x',
    };
    const folder = mkdtempSync(join(tmpdir(), 'casebridge-'));
    const file = join(folder, 'deployment.json');
    writeFileSync(file, '{\n"version": 1,\n"names": { "Nothing": "x" }\n}');
    const { code, stderr } = await run(['--deployment', file], { ...inRussian, ...service });
    rmSync(folder, { recursive: true });
    expect(code).toBe(2);
    expect(stderr).toContain('строка 3: неизвестное имя (поле с неподтверждённым именем): "Nothing"');
  });

  it('is the language of doctor, and of problems in the connection to the service', async () => {
    const fine = await run(['doctor', '--sandbox'], inRussian);
    for (const line of fine.stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^(норма|внимание|ошибка|пропуск) +\S+.*[а-яё]/);
    expect(sentencesIn(fine.stdout) ?? []).toEqual([]);
    expect(fine.stdout).toMatch(/^норма +документ +Документ прочитан: [а-яё ]+, \d+ слов[оа]?\.$/m);
    const url = { CASEBRIDGE_URL: 'http://127.0.0.1:1', CASEBRIDGE_LOGIN: 'anna', CASEBRIDGE_PASSWORD: 'x' };
    const { code, stdout } = await run(['doctor'], { ...inRussian, ...url });
    expect(code).toBe(1);
    expect(stdout).toContain(
      'ошибка   соединение Система управления делами недоступна: в соединении отказано. Проверьте CASEBRIDGE_URL и сеть.',
    );
  });

  it('is the language of init, and of its reasons for keeping a configuration', async () => {
    const home = mkdtempSync(join(tmpdir(), 'casebridge-ru-'));
    try {
      mkdirSync(join(home, '.cursor'));
      const env = { ...inRussian, HOME: home, USERPROFILE: home };
      const dry = await run(['init', 'cursor', '--sandbox', '--dry-run'], env);
      expect([dry.code, dry.stderr]).toEqual([0, '']);
      expect(dry.stdout).toMatch(/^Cursor: был бы изменён .*mcp\.json$/m);
      const done = await run(['init', 'cursor', '--sandbox'], env);
      expect(done.stdout).toMatch(/^Сервер запускается и показывает \d+ инструмент/m);
      expect(done.stdout).toContain('Готово: перезапустите Cursor. Затем спросите: Что нужно сделать');
      writeFileSync(join(home, '.cursor', 'mcp.json'), '{"a": }');
      const { code, stdout } = await run(['init', '--yes', '--sandbox', '--dry-run'], env);
      expect(code).toBe(1);
      expect(stdout).toMatch(/ничего не изменено: в нём некорректный JSON \(строка 1\)\.\n$/);
      for (const text of [dry.stdout, done.stdout, stdout]) expect(sentencesIn(text) ?? []).toEqual([]);
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it('counts as Russian does', async () => {
    const { stdout } = await run(['tools', 'get_case', 'x'], inRussian);
    expect(stdout).toMatch(/\d+ инструмент(а|ов)?\n$/);
  });
});

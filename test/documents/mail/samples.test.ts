import { expect, it } from 'vitest';
import { seedWorld } from '../../../src/sandbox/seed/index.ts';
import { createWorld } from '../../../src/sandbox/state/state.ts';
import { reader } from '../../support/read-document.ts';

const world = createWorld({ now: () => new Date('2026-11-18T12:00:00.000Z'), seed: 'test' });
seedWorld(world);

const read = (name: string, ...inside: number[]) => {
  const bytes = world.files.find((file) => file.name === name)?.bytes ?? new Uint8Array();
  return reader.read({ bytes, name, inside }, undefined, undefined);
};
const names = ({ attachments }: Awaited<ReturnType<typeof read>>) => attachments.map(({ name }) => name);

it('the sample messages and archives are read with their contents', async () => {
  const message = 'Возражения с приложениями.eml';
  const russian = await read(message);
  expect(russian.properties).toMatchObject({
    From: 'АО «Северный мост», юридический отдел <severny-most@example.org>',
    To: 'Мария Климова <maria@example.com>',
    Subject: 'Возражения на уточнённый иск ООО «Вектор», дело А40-123456/2026',
  });
  expect(russian.parts[0]?.text).toContain(
    'до 2 декабря 2026 г.\n\n06.11.2026 Мария Климова пишет:\n> Направляем',
  );
  expect(names(russian)).toEqual(['Возражения на иск.pdf', 'Контррасчёт неустойки.txt']);
  expect((await read(message, 1)).parts[0]?.text).toContain('Просим снизить неустойку до 120 000 руб.');
  expect((await read(message, 2)).parts[0]?.text).toContain('за 31 день = 117 800 руб.');
  expect(names(await read('Northbridge, disclosure.eml'))).toEqual([
    'List of documents.pdf',
    'Payments.xlsx',
  ]);
  expect(names(await read('Приложения ответчика.zip'))).toEqual([
    'Приложения/Акт о недостатках № 2.pdf',
    'Приложения/Опись.txt',
  ]);
});

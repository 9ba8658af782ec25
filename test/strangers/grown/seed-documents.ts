/** Section Documents: folders, files with known text, templates, signatures. */
import type { LegalCase, StoredDocument } from '../world.ts';
import { makeDocx, makePdf } from './files.ts';
import { byId, type Memory } from './memory.ts';
import type { DocumentFolder } from './set-up.ts';

/** Entries of the dictionary of document names. A document may refer to its name by the id of an entry. */
export const documentNames = [
  'Исковое заявление',
  'Отзыв на иск',
  'Договор',
  'Доверенность',
  'Определение суда',
  'Письмо клиента',
  'Реестр расходов',
  'Памятка',
] as const;

/** Electronic signature of a document. */
export interface Signature {
  readonly id: string;
  readonly userId: string;
  readonly signedAt: Date;
}

const mimes: Record<string, string> = {
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** Returns the media type for a file name. */
export const mimeOf = (fileName: string): string =>
  mimes[fileName.split('.').pop()?.toLowerCase() ?? ''] ?? 'application/octet-stream';

/** Returns the text of an uploaded file if it is a text file. */
export const textOf = (fileName: string, bytes: Buffer): string | undefined => {
  const kind = fileName.split('.').pop()?.toLowerCase() ?? '';
  if (!['txt', 'csv', 'html', 'htm', 'md'].includes(kind)) return undefined;
  const raw = bytes.toString('utf8').replace(/^\uFEFF/, '');
  return kind.startsWith('htm')
    ? raw
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : raw;
};

/** Creates a file with this text. The extension of its name determines the format. */
export const bytesOf = (fileName: string, title: string, text: string): Buffer => {
  if (fileName.endsWith('.docx')) return makeDocx(text);
  if (fileName.endsWith('.pdf')) return makePdf(text);
  if (!fileName.endsWith('.html')) return Buffer.from(text);
  const lines = text.split('\n').map((line) => `<p>${line}</p>`);
  return Buffer.from(
    `<!DOCTYPE html>\n<html lang="ru"><head><meta charset="utf-8"></head><body title="${title.replace(/"/g, '')}">${lines.join('\n')}</body></html>\n`,
  );
};

/** Returns the names of the folders above and including a folder, starting with the root. */
export const folderPath = (memory: Memory, id: unknown): string[] => {
  const path: string[] = [];
  let folder = byId(memory.documentFolders, id);
  while (folder && path.length < 20) {
    path.unshift(folder.name);
    folder = byId(memory.documentFolders, folder.parent);
  }
  return path;
};

/** Returns the case that a folder belongs to. */
export const caseOfFolder = (memory: Memory, id: unknown): string | undefined => {
  let folder = byId(memory.documentFolders, id);
  for (let depth = 0; folder && depth < 20; depth += 1) {
    if (folder.case) return folder.case;
    folder = byId(memory.documentFolders, folder.parent);
  }
  return undefined;
};

const rubles = (amount: number): string => `${amount.toLocaleString('ru-RU').replace(/\s/g, ' ')} руб.`;

const written = (memory: Memory, kind: number, index: number, legalCase: LegalCase | undefined): string => {
  const { dice } = memory;
  const day = memory.day(-dice.int(5, 300)).toISOString().slice(0, 10).split('-').reverse().join('.');
  const about = legalCase?.name ?? 'общая деятельность бюро';
  const court = String(legalCase?.card.Sud ?? 'Арбитражный суд Заречной области');
  const sum = rubles(dice.int(41, 9700) * 1000 + index);
  switch (kind) {
    case 0:
      return `Исковое заявление\nВ ${court}\nДело: ${about}\nЦена иска: ${sum}\nОбязательство не исполнено с ${day}.\nПросим взыскать задолженность и неустойку 0,1 % за каждый день просрочки.\nПриложений: ${dice.int(3, 14)}.`;
    case 1:
      return `Отзыв на иск\nДело: ${about}\nОтветчик иск не признаёт.\nПоставка принята ${day} по накладной № ${index + 300} без замечаний.\nСрок исковой давности истёк, просим в иске отказать.`;
    case 2:
      return `Договор оказания юридических услуг № ${index + 17}/ЮУ от ${day}\nПредмет: ${about}\nВознаграждение: ${sum}\nСрок оплаты: ${dice.int(5, 20)} рабочих дней.\nДоговор расторгается письменным уведомлением за ${dice.int(10, 40)} дней.`;
    case 3:
      return `Доверенность № ${index + 80}\nВыдана ${day} сроком на ${dice.int(1, 3)} года без права передоверия.\nПолномочия: подписание и подача исков, получение исполнительных листов.\nПо делу: ${about}`;
    case 4:
      return `Определение\n${court}, судья ${dice.pick(['Полозова Р. Г.', 'Устюжанин В. К.', 'Хромова Т. Е.'])}\nДело: ${about}\nЗаседание отложить, стороны обязать представить оригиналы документов до ${day}.\nОпределение может быть обжаловано в течение ${dice.pick([10, 14, 15])} дней.`;
    case 5:
      return `Письмо\nУважаемые коллеги!\nПо вопросу «${about}» направляем акт сверки на ${sum}\nПросим ответить до ${day}. Контактный телефон +7 495 000-11-${10 + (index % 80)}.`;
    case 6:
      return `Дата;Статья;Сумма\n${day};Госпошлина;${dice.int(4, 60) * 500}\n${day};Экспертиза;${dice.int(20, 90) * 1000}\n${day};Почта;${dice.int(3, 40) * 25}`;
    default:
      return `Памятка\nКак готовить документы: ${about}\n1. Проверить реквизиты.\n2. Сверить суммы, порог ${sum}\n3. Сохранить скан до ${day}.`;
  }
};

const formats = ['docx', 'docx', 'pdf', 'pdf', 'pdf', 'txt', 'csv', 'html'];
const kinds = [
  'Исковое заявление',
  'Отзыв',
  'Договор',
  'Доверенность',
  'Судебный акт',
  'Переписка',
  'Таблица',
  undefined,
];

/** Adds the folders and documents. */
export const seedDocuments = (memory: Memory): void => {
  const { world, dice } = memory;
  const folder = (name: string, parent?: DocumentFolder): DocumentFolder => {
    const made: DocumentFolder = { id: dice.id(), name, ...(parent ? { parent: parent.id } : {}) };
    memory.documentFolders.push(made);
    return made;
  };
  const people = world.users.filter((user) => !user.isClient);
  const put = (
    home: DocumentFolder | undefined,
    kind: number,
    index: number,
    legalCase: LegalCase | undefined,
    named = '',
    body = '',
  ): void => {
    const name = named || `${documentNames[kind] ?? 'Документ'} ${index + 1}`;
    const fileName = `${name.replace(/[«»"]/g, '')}.${formats[kind] ?? 'txt'}`;
    const text = body || written(memory, kind, index, legalCase);
    const content = bytesOf(fileName, name, text);
    const createdAt = memory.day(-dice.int(1, 280), dice.int(6, 15), dice.int(0, 59));
    const isSigned = (kind === 2 || kind === 3) && index % 2 === 0;
    const type = kinds[kind];
    const signatures: Signature[] = isSigned
      ? [{ id: dice.id(), userId: world.signsIn.userId, signedAt: new Date(createdAt.getTime() + 7_200_000) }]
      : [];
    const author = people[index % people.length];
    const made: StoredDocument = {
      id: dice.id(),
      name,
      ...(type && index % 9 !== 8 ? { type } : {}),
      ...(index % 7 === 5 ? {} : { date: memory.day(-dice.int(1, 300)) }),
      ...(author && index % 10 !== 9 ? { author: author.id } : {}),
      createdAt,
      ...(legalCase ? { case: legalCase.id } : {}),
      folders: folderPath(memory, home?.id),
      fileName,
      text,
      isSigned,
      extra: {
        folderId: home?.id,
        content,
        signatures,
        changedAt: createdAt,
        attributes: index % 6 === 0 ? { ListovVsego: dice.int(1, 40), scan_quality: 'хорошее' } : {},
      },
    };
    world.documents.push(made);
  };
  let index = 0;
  for (let number = 0; number < 24; number += 1) {
    const legalCase = world.cases[(number * 5) % world.cases.length];
    const root = byId(memory.documentFolders, legalCase?.extra.documentFolderId);
    if (!legalCase || !root) continue;
    const court = number % 2 === 0 ? folder('Суд', root) : root;
    const inner = number % 4 === 0 ? folder('Судебные акты', court) : court;
    put(root, [2, 3, 5, 2][number % 4] ?? 2, index++, legalCase);
    put(inner, [4, 0, 1, 6][number % 4] ?? 4, index++, legalCase);
    if (number % 3 === 0) put(court, 0, index++, legalCase);
  }
  const common = folder('Общие документы');
  const orders = folder('Приказы', common);
  const old = folder('Прошлые годы', orders);
  folder('Пустая папка', common);
  for (const [home, kind] of [
    [common, 7],
    [common, 6],
    [orders, 5],
    [orders, 3],
    [old, 5],
    [old, 2],
    [undefined, 7],
  ] as const)
    put(home, kind, index++, undefined);
  const templates = folder('Шаблоны');
  put(
    templates,
    1,
    index++,
    undefined,
    'Шаблон письма по делу',
    'Письмо по делу {{Project_Name}}\nНомер: {{Project_FullNumber}}\nОтветственный: {{Project_Responsible}}\nСуд: {{Sud}}\nПометка: {{NetTakogoTega}}',
  );
  put(
    templates,
    5,
    index++,
    undefined,
    'Шаблон уведомления',
    'Уведомляем о ходе дела {{Project_Name}}.\nСтадия: {{Stadiya}}\nЦена иска: {{CenaIska}}',
  );
  // Some tasks have documents of the same case.
  world.tasks.forEach((task, number) => {
    if (number % 3 !== 0 || !task.case) return;
    const own = world.documents.filter((document) => document.case === task.case);
    task.documents.push(...own.slice(0, 1 + (number % 2)).map((document) => document.id));
  });
};

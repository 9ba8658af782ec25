import type { LegalCase, StoredDocument, User, World } from '../../world.ts';
import { at, type DocumentFolder, type Generator, generator, type Store } from '../store.ts';
import { toDocx, toPdf } from './file-formats.ts';
import { seedGroups, seedParticipants, seedSettings, seedUsers } from './seed-firm.ts';
import { seedCases, seedEvents, seedTasks } from './seed-work.ts';

/** Returns the names of the folders above a document, starting with the root. */
export function folderNames(folders: readonly DocumentFolder[], id: string | undefined): string[] {
  const names: string[] = [];
  let folder = folders.find((one) => one.id === id);
  while (folder !== undefined && names.length < 32) {
    names.unshift(folder.name);
    const { parent } = folder;
    folder = folders.find((one) => one.id === parent);
  }
  return names;
}

/** Returns the subfolder with this name. Creates it if it does not exist. */
export function ensureFolder(
  store: Pick<Store, 'documentFolders' | 'newId'>,
  name: string,
  parent: DocumentFolder | undefined,
  createdAt: Date,
  owner = parent?.case,
): DocumentFolder {
  const { documentFolders: folders } = store;
  const found = folders.find((one) => one.parent === parent?.id && one.name === name && one.case === owner);
  if (found !== undefined) return found;
  const folder = { id: store.newId(), name, parent: parent?.id, case: owner, createdAt };
  folders.push(folder);
  return folder;
}

/** Creates the root document folder of a case. */
export function openCaseFolder(
  store: Pick<Store, 'documentFolders' | 'newId'>,
  record: LegalCase,
): DocumentFolder {
  const cases = ensureFolder(store, 'Дела', undefined, record.createdAt);
  const name = record.number === undefined ? record.name : `${record.number} ${record.name}`;
  const folder = { id: store.newId(), name, parent: cases.id, case: record.id, createdAt: record.createdAt };
  store.documentFolders.push(folder);
  record.extra.documentFolderId = folder.id;
  return folder;
}

const TEXTS: readonly (readonly [name: string, type: string, lines: readonly string[]])[] = [
  [
    'Исковое заявление',
    'Исковое заявление',
    ['Просим взыскать сумму основного долга и неустойку.', 'Расчёт приложен.'],
  ],
  [
    'Отзыв на исковое заявление',
    'Отзыв',
    ['Ответчик требования не признаёт.', 'Срок исковой давности пропущен.'],
  ],
  [
    'Договор поставки',
    'Договор',
    ['Поставщик передаёт товар партиями.', 'Оплата в течение 30 календарных дней.'],
  ],
  [
    'Доверенность представителя',
    'Доверенность',
    ['Доверенность выдана сроком на один год без права передоверия.'],
  ],
  [
    'Определение суда',
    'Судебный акт',
    ['Суд определил принять заявление к производству.', 'Назначить заседание.'],
  ],
  ['Претензия контрагенту', 'Претензия', ['Требуем погасить задолженность в течение 10 дней.']],
  [
    'Расчёт задолженности',
    'Расчёт',
    ['Период;Основной долг;Неустойка', 'I квартал;1200000;36000', 'II квартал;800000;16000'],
  ],
  ['Письмо клиенту', 'Переписка', ['Сообщаем о ходе дела.', 'Ближайшее заседание перенесено.']],
];

const KINDS = ['txt', 'html', 'docx', 'pdf'] as const;

/** Returns the content type for a file extension. */
export function contentType(fileName: string): string {
  const types: Record<string, string> = {
    txt: 'text/plain',
    csv: 'text/csv',
    html: 'text/html',
    pdf: 'application/pdf',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  };
  return types[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
}

/** Creates a file of this type that contains a text. */
export function encode(kind: string, text: string): Uint8Array {
  if (kind === 'docx') return toDocx(text);
  if (kind === 'pdf') return toPdf(text);
  const html = (line: string): string => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
  if (kind !== 'html') return Buffer.from(text, 'utf8');
  const body = text.split('\n').map(html).join('\n');
  return Buffer.from(
    `<!DOCTYPE html>\n<html lang="ru"><meta charset="utf-8"><body>\n${body}\n</body></html>\n`,
  );
}

interface Draft {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly kind: string;
  readonly folder: DocumentFolder;
}

function seedDocuments(random: Generator, store: Store, now: Date): void {
  const { world, documentFolders: folders } = store;
  const firm = world.users.filter((user) => !user.isClient && user.isActive);
  for (const one of world.cases) openCaseFolder(store, one);
  const add = (draft: Draft, index: number): void => {
    const createdAt = at(now, -random.below(300) - 1, 480 + random.below(400));
    const fileName = `${draft.name.replace(/[«»"]/g, '')}.${draft.kind}`;
    const isSigned = index % 6 === 2;
    const attributes =
      index % 4 === 0 ? { RegNumber: `Вх-${random.digits(4)}`, PageCount: 1 + (index % 9) } : {};
    const document: StoredDocument = {
      id: random.id(),
      name: draft.name,
      createdAt,
      folders: folderNames(folders, draft.folder.id),
      fileName,
      text: draft.text,
      isSigned,
      extra: { folderId: draft.folder.id, changedAt: createdAt, attributes, signatures: [] },
    };
    if (index % 13 !== 6) document.type = draft.type;
    if (index % 5 !== 3) document.date = at(createdAt, -random.below(20));
    if (index % 11 !== 8) document.author = random.pick(firm).id;
    if (draft.folder.case !== undefined) document.case = draft.folder.case;
    if (isSigned) document.extra.signatures = signaturesOf(random, firm, createdAt, fileName);
    world.documents.push(document);
    store.files.set(document.id, encode(draft.kind, draft.text));
  };
  const active = world.cases.slice(0, 30);
  for (let index = 0; index < 60; index += 1) {
    const [name, type, lines] = TEXTS[index % TEXTS.length] ?? ['', '', []];
    const owner = active[index % 12 === 0 ? 0 : random.below(active.length)] as LegalCase;
    const root = folders.find(({ id }) => id === owner.extra.documentFolderId);
    const inner = ensureFolder(
      store,
      index % 2 === 0 ? 'Процессуальные документы' : 'Переписка',
      root,
      owner.createdAt,
    );
    const deep = ensureFolder(store, 'Приложения', inner, owner.createdAt);
    const folder = [root, inner, deep][index % 3] ?? inner;
    const kind = type === 'Расчёт' ? 'csv' : (KINDS[(index + Math.floor(index / 8)) % 4] ?? 'txt');
    const text = type === 'Расчёт' ? lines.join('\n') : [name, owner.name, ...lines].join('\n');
    add({ name: index % 4 === 1 ? `${name} № ${index + 1}` : name, type, text, kind, folder }, index);
  }
  const general = ensureFolder(store, 'Внутренние документы', undefined, at(now, -900));
  const orders = ensureFolder(store, 'Приказы', general, at(now, -900));
  const templates = ensureFolder(store, 'Шаблоны', undefined, at(now, -900));
  const own: readonly (readonly [string, string, DocumentFolder, string])[] = [
    [
      'Шаблон искового заявления',
      'Шаблон',
      templates,
      'Исковое заявление\n{{Project_Name}}\nЦена иска: {{ClaimAmount}}',
    ],
    ['Шаблон претензии', 'Шаблон', templates, 'Претензия\nКлиент: {{Project_Client_Name}}\nСуд: {{Court}}'],
    [
      'Шаблон письма',
      'Шаблон',
      templates,
      'Письмо по делу {{Project_FullNumber}}\n{{Project_Name}}\n{{UnknownTag}}',
    ],
    ['Приказ об отпусках', 'Приказ', orders, 'Утвердить график отпусков юристов фирмы.'],
    ['Приказ о доверенностях', 'Приказ', orders, 'Вести единый журнал выданных доверенностей.'],
    ['Правила внутреннего распорядка', 'Приказ', general, 'Рабочий день с 10:00 до 19:00 по Москве.'],
  ];
  for (const [index, [name, type, folder, text]] of own.entries()) {
    const kind = type === 'Шаблон' ? (['txt', 'html', 'docx'][index] ?? 'txt') : 'txt';
    add({ name, type, text, kind, folder }, 100 + index);
  }
  for (const [index, task] of world.tasks.entries()) {
    const own = world.documents.filter((one) => one.case !== undefined && one.case === task.case);
    if (index % 3 === 0) task.documents.push(...own.slice(0, 1 + (index % 2)).map(({ id }) => id));
  }
}

/** Stored signature of a document. */
export interface Signature {
  readonly id: string;
  readonly fileId: string;
  readonly user: string;
  readonly signedAt: Date;
  readonly fileName: string;
}

function signaturesOf(
  random: Generator,
  firm: readonly User[],
  createdAt: Date,
  fileName: string,
): Signature[] {
  return firm.slice(0, 1 + random.below(2)).map((user) => ({
    id: random.id(),
    fileId: random.id(),
    user: user.id,
    signedAt: at(createdAt, 1, 600),
    fileName: `${fileName}.sig`,
  }));
}

/** Creates the initial state of a service. */
export function seedStore(now: Date, clock: () => Date): Store {
  const random = generator(20_240_517);
  const settings = seedSettings(random, now);
  const users = seedUsers(random, now);
  const [first] = users;
  const world: World = {
    signsIn: { login: first?.login ?? '', password: 'Vetrov!2024', userId: first?.id ?? '' },
    users,
    groups: seedGroups(random, users),
    participants: seedParticipants(random, settings, now),
    cases: [],
    tasks: [],
    events: [],
    documents: [],
  };
  const store: Store = {
    ...{ world, settings, clock, documentFolders: [], files: new Map(), baseUrl: '' },
    newId: () => random.id(),
  };
  world.cases.push(...seedCases(random, settings, world, now));
  world.tasks.push(...seedTasks(random, settings, world, now));
  world.events.push(...seedEvents(random, settings, world, now));
  seedDocuments(random, store, now);
  return store;
}

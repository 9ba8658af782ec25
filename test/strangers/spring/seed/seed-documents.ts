/** Initial documents of the firm: small files of five types in nested folders. */
import type { LegalCase, StoredDocument } from '../../world.ts';
import { folderPath } from '../documents/documents.ts';
import { escapeMarkup, makeDocx, makePdf } from '../documents/files.ts';
import { byId, extra, type Memory, more } from '../memory.ts';
import { type Chance, makeClock } from './chance.ts';

const MIME: Record<string, string> = {
  txt: 'text/plain;charset=UTF-8',
  csv: 'text/csv;charset=UTF-8',
  html: 'text/html;charset=UTF-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};
const BODIES: Record<string, string> = {
  'Исковое заявление':
    'Истец просит удовлетворить требования в полном объёме и отнести расходы на ответчика.',
  Отзыв: 'Ответчик возражает против требований: расчёт истца содержит ошибки, срок исковой давности истёк.',
  Претензия: 'Предлагаем погасить задолженность в течение десяти рабочих дней со дня получения.',
  Договор: 'Стороны договорились о порядке приёмки и об оплате в течение тридцати дней.',
  Доверенность: 'Доверитель уполномочивает представителя вести дела во всех судебных учреждениях.',
  'Определение суда': 'Суд определил отложить судебное разбирательство и истребовать доказательства.',
  'Решение суда': 'Суд решил удовлетворить иск частично, в остальной части в иске отказать.',
  Акт: 'Стороны подтверждают, что работы выполнены в срок и претензий не имеют.',
  Переписка: 'Направляем запрошенные сведения, просим подтвердить получение.',
};
const FORMATS = ['docx', 'pdf', 'txt', 'html', 'docx', 'txt', 'pdf'] as const;
const TEMPLATES = [
  [
    'Доверенность на ведение дела',
    'Доверенность',
    'docx',
    'Доверенность\nКлиент: {{Project_Client_Name}}\nДело: {{Project_Name}}\nОтветственный: {{Project_Responsible}}\n{{unknownTag}}',
  ],
  [
    'Письмо клиенту',
    'Переписка',
    'txt',
    'Уважаемый клиент {{Project_Client_Name}}!\nСообщаем о ходе дела {{Project_FullNumber}}: стадия {{Project_Stage_Name}}.',
  ],
  [
    'Справка по делу',
    'Прочее',
    'html',
    'Справка по делу {{Project_Name}}. Суд: {{courtName}}, цена иска: {{claimAmount}}.',
  ],
] as const;
const RULES = [
  ['Регламент учёта рабочего времени', 'Рабочее время учитывается с точностью до пятнадцати минут.'],
  ['Порядок хранения оригиналов', 'Оригиналы хранятся в сейфе, выдача под подпись помощника.'],
  ['Памятка по конфликту интересов', 'До начала работы проверяется список участников всех дел.'],
  ['Список телефонов', 'Приёмная;+7 (999) 000-10-01\nСекретариат;+7 (999) 000-10-02'],
] as const;

interface NewFile {
  readonly name: string;
  readonly type?: string;
  readonly format: keyof typeof MIME;
  readonly text: string;
  readonly folderId?: string;
  readonly days: number;
}

function bytesOf(format: string, title: string, text: string): Buffer {
  if (format === 'docx') return makeDocx(text);
  if (format === 'pdf') return makePdf(text);
  if (format !== 'html') return Buffer.from(text);
  const lines = text.split('\n').map((line) => `<p>${escapeMarkup(line)}</p>`);
  return Buffer.from(
    `<!DOCTYPE html>\n<html lang="ru"><head><meta charset="UTF-8"><title>${escapeMarkup(title)}</title></head>\n<body>\n${lines.join('\n')}\n</body></html>\n`,
  );
}

/** Adds the folders of cases, templates and documents of the firm. */
export function seedDocuments(memory: Memory, chance: Chance, base: Date) {
  const clock = makeClock(base);
  const staff = memory.world.users.filter((user) => !user.isClient);
  const folder = (name: string, parentId?: string, caseId?: string) => {
    const id = memory.newId();
    const tie = { ...(parentId ? { parentId } : {}), ...(caseId ? { caseId } : {}) };
    memory.docFolders.push({ id, name, createdAt: clock(-300, 12), ...tie });
    return id;
  };
  let count = 0;
  const add = ({ name, type, format, text, folderId, days }: NewFile) => {
    const index = count++;
    const createdAt = clock(days, chance.int(9, 18), chance.int(0, 59));
    const at = byId(memory.docFolders, folderId)?.caseId;
    const fileId = memory.newId();
    const fileName = `${name.replace(/[«»:/]/g, '')}.${format}`;
    memory.files.set(fileId, {
      name: fileName,
      contentType: MIME[format] ?? 'text/plain',
      bytes: bytesOf(format, name, text),
    });
    const signers =
      at && index % 4 === 1 ? [chance.pick(staff), ...(index % 8 === 1 ? [chance.pick(staff)] : [])] : [];
    const signatures = [...new Set(signers)].map((user) => {
      const signedAt = new Date(createdAt.getTime() + 3_600_000);
      const sign = { id: memory.newId(), userId: user.id, signedAt, fileId: memory.newId() };
      const mark = Buffer.from(`DEMO-SIGNATURE\n${fileName}\n${user.login}\n${signedAt.toISOString()}\n`);
      memory.files.set(sign.fileId, {
        name: `${fileName}.${user.login}.sig`,
        contentType: 'application/pkcs7-signature',
        bytes: mark,
      });
      return sign;
    });
    const made: StoredDocument = {
      id: memory.newId(),
      name,
      ...(type && index % 14 !== 13 ? { type } : {}),
      ...(index % 9 === 8
        ? {}
        : { date: new Date(`${clock(days, 12).toISOString().slice(0, 10)}T00:00:00Z`) }),
      ...(index % 15 === 14 ? {} : { author: chance.pick(staff).id }),
      createdAt,
      ...(at ? { case: at } : {}),
      folders: folderPath(memory.docFolders, folderId),
      fileName,
      text,
      isSigned: signatures.length > 0,
      extra: extra.document({
        changedAt: createdAt,
        version: 0,
        additional: index % 6 ? {} : { registrationNumber: `ИСХ-${100 + index}` },
        fileId,
        signatures,
        ...(folderId ? { folderId } : {}),
      }),
    };
    memory.world.documents.push(made);
  };

  const templates = folder('Шаблоны');
  for (const [name, type, format, text] of TEMPLATES)
    add({ name, type, format, text, folderId: templates, days: -400 });
  const rules = folder('Регламенты', folder('Внутренние документы'));
  for (const [index, [name, text]] of RULES.entries())
    add({
      name,
      type: 'Прочее',
      format: index === 3 ? 'csv' : 'txt',
      text,
      folderId: rules,
      days: -200 + index,
    });
  add({ name: 'Объявление', format: 'txt', text: 'В пятницу офис работает до 17:00.', days: -3 });

  for (const [index, at] of memory.world.cases.entries()) {
    const root = more.case(at).documentFolderId;
    const process = folder('Процессуальные документы', root, at.id);
    const sent = folder('Исходящие', process, at.id);
    const letters = folder('Переписка', root, at.id);
    const kinds = Object.keys(BODIES);
    for (let nth = 0; nth < ([2, 1, 0, 1][index % 4] ?? 0); nth++) {
      const type = kinds[(index + nth * 4) % kinds.length] ?? 'Акт';
      const folderId = [root, process, sent, letters][(index + nth) % 4] ?? root;
      const format = FORMATS[(index + nth) % FORMATS.length] ?? 'txt';
      add({ name: type, type, format, text: letter(memory, at, type), folderId, days: -chance.int(1, 180) });
    }
    if (index % 9 === 0) {
      const lines = ['Период;Долг, руб.;Неустойка, руб.', '1 квартал;120000;3480', '2 квартал;95000;1710'];
      add({
        name: 'Расчёт неустойки',
        type: 'Расчёт',
        format: 'csv',
        text: lines.join('\n'),
        folderId: root,
        days: -20 - index,
      });
    }
  }
}

function letter(memory: Memory, at: LegalCase, type: string): string {
  const people = at.parties.map((one) => {
    const name = byId(memory.world.participants, one.participant)?.name ?? '';
    return `${one.role ?? 'Участник'}: ${name}`;
  });
  const number = at.number ? `Номер: ${at.number}` : 'Без номера';
  return [type, `Дело: ${at.name}`, number, ...people, '', BODIES[type] ?? ''].join('\n');
}

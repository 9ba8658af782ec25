import { writeZip, type ZipEntry } from './zip.ts';

const mediaTypes: Record<string, string> = {
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
  eml: 'message/rfc822',
  zip: 'application/zip',
  exe: 'application/octet-stream',
  sig: 'application/pkcs7-signature',
  wav: 'audio/wav',
};

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** The media type that a file's extension stands for. */
export const mediaTypeOf = (name: string) => mediaTypes[extensionOf(name)] ?? 'application/octet-stream';

const encoder = new TextEncoder();
const text = (path: string, content: string): ZipEntry => ({ path, bytes: encoder.encode(content) });

/** Templates name fields by tag; a tag that no case has (`NoSuchTag`) is ignored when a document is made. */
const templates: Record<string, string> = {
  templateClaim:
    'ПРЕТЕНЗИЯ\n\nПо делу: {Project_Name}, № {Project_FullNumber}\nОснование: {Grounds}\nСумма: {ClaimAmount}\n{NoSuchTag}\nИсполнитель: {Project_Responsible}\n',
  templateReply:
    'REPLY TO CLAIM\n\nCase: {Project_Name}, No. {Project_FullNumber}\nCourt: {Court}\nAmount claimed: {ClaimAmount}\n{NoSuchTag}\nSigned for: {Project_Client_Name}\n',
  templatePower:
    '<h1>Доверенность</h1>\n<p>Доверитель: {Project_Client_Name}</p>\n<p>Представитель: {Project_Responsible}</p>\n<p>Дело: {Project_Name}</p>\n',
};

const archives: Record<string, () => Uint8Array> = {
  vectorArchive: () =>
    writeZip(
      [
        text('Опись.txt', 'Опись материалов дела: договор, накладная, акт.\n'),
        text('Приложения/Договор № 17.txt', 'Договор поставки № 17.\n'),
        text('Приложения/Накладные/Накладная ёлка.txt', 'Накладная на 40 ящиков.\n'),
      ],
      'cp866',
    ),
  smithBundle: () =>
    writeZip(
      [
        text('Bundle/Index.txt', 'A. Pleadings\nB. Evidence\n'),
        text('Bundle/B/Письмо свидетеля.txt', 'Перевод письма свидетеля.\n'),
      ],
      'utf-8',
    ),
  smithForbidden: () =>
    writeZip(
      [
        text('Смета/Расчёт.txt', 'Расчёт стоимости работ.\n'),
        { path: 'Смета/setup.exe', bytes: encoder.encode('MZ not a program\n') },
      ],
      'cp866',
    ),
};

/** The content of a document's file: made for its key, else by its extension. */
export function fileBytes(key: string, name: string): Uint8Array {
  return archives[key]?.() ?? encoder.encode(templates[key] ?? contentOf(name));
}

function contentOf(name: string): string {
  const title = name.replace(/\.\w+$/, '');
  switch (extensionOf(name)) {
    case 'md':
      return `# ${title}\n\n- Пункт первый / First item\n- Пункт второй / Second item\n`;
    case 'csv':
      return 'No;Name;Amount\n1;Поставка / Supply;1000.00\n2;Услуги / Services;250.50\n';
    case 'html':
      return `<!doctype html>\n<html lang="ru"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>Учебный документ. Sample document.</p></body></html>\n`;
    case 'eml':
      return `From: office@example.com\nTo: counsel@example.org\nSubject: ${title}\nContent-Type: text/plain; charset=utf-8\n\nУчебное письмо. Sample letter.\n`;
    case 'exe':
      return 'MZ not a program\n';
    default:
      return `${title}\n\nУчебный документ, вымышленные лица и обстоятельства.\nSample document; all persons and facts are fictional.\n`;
  }
}

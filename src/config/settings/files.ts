import { type Setting, setting, text, whole } from '../setting.ts';

export const fileSettings = {
  exchangeDir: setting({
    name: 'exchange-dir',
    reader: 'user',
    schema: text,
    isPath: true,
    en: 'Shared folder for files over stdio: files in it can be uploaded, and larger downloads are saved there.',
    ru: 'Общая папка для файлов при работе через stdio: из неё можно загружать файлы в систему, в неё сохраняются большие скачанные файлы.',
  }),
  maxDownload: setting({
    name: 'max-download',
    reader: 'user',
    schema: whole(1, 100_000),
    default: '1024',
    en: 'Maximum size of a file saved in the shared folder, in MB.',
    ru: 'Наибольший размер файла, сохраняемого в общую папку, в МБ.',
  }),
} as const satisfies Record<string, Setting>;

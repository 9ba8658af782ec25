import type { Worded } from '../contract/language.ts';

export const commandMessages = {
  serving: {
    en: 'casebridge serves MCP over stdio: an assistant starts it. See `casebridge --help`.',
    ru: 'casebridge работает по MCP через stdio: его запускает ассистент. Подробнее — casebridge --help.',
  },
  cannotServe: {
    en: 'casebridge cannot start. {why} Correct the settings of casebridge in this assistant (the form of the extension, or its configuration file), then restart the assistant.',
    ru: 'casebridge не запущен. {why} Исправьте настройки casebridge в этом ассистенте (в форме расширения или в файле конфигурации) и перезапустите ассистента.',
  },
  waiting: {
    en: 'casebridge is waiting for the service, {seconds} s so far (Ctrl-C stops it).',
    ru: 'Ожидание ответа системы, прошло {seconds} с (прервать — Ctrl-C).',
  },
  internalError: {
    en: 'stopped by an internal error ({name}{place})',
    ru: 'остановлен из-за внутренней ошибки ({name}{place})',
  },
  atPlace: { en: ' at {place}', ru: ', {place}' },
  debugSaysMore: {
    en: '{what}; for details use --log-level debug.',
    ru: '{what}; подробнее — с --log-level debug.',
  },
  tools: { en: '{count} tools', ru: '{count} {count|инструмент|инструмента|инструментов}' },
  toolColumns: {
    en: 'Name, access, toolset; a star marks tools that are listed by default.',
    ru: 'Столбцы: имя, доступ, группа; звёздочкой отмечены инструменты, которые показываются по умолчанию.',
  },
  sharedNeedsKey: {
    en: '{redis} needs {key}, the same for all processes: it encrypts their shared data.',
    ru: 'Для {redis} задайте {key}, одинаковое для всех процессов: этим ключом шифруются их общие данные.',
  },
  otherKey: {
    en: '{redis} is used by another server: all processes of one server need the same {key}, {url} and {publicUrl}. Use a separate database for another server (…/1). A new key works one minute after the last process with the old one has ended.',
    ru: 'Базу, указанную в {redis}, использует другой сервер: у всех процессов одного сервера должны совпадать {key}, {url} и {publicUrl}. Для другого сервера нужна отдельная база (…/1). Новый ключ начнёт действовать через минуту после завершения последнего процесса со старым ключом.',
  },
  sandboxRuns: {
    en: 'The embedded service runs at {url} (Ctrl-C ends it).',
    ru: 'Встроенная система работает по адресу {url} (остановить — Ctrl-C).',
  },
  pointBridge: { en: 'Connect casebridge to it:', ru: 'Подключить к нему casebridge:' },
  faultsNoJson: { en: '--faults is not valid JSON.', ru: 'В --faults указан некорректный JSON.' },
  faultsNoFile: {
    en: '--faults is neither a JSON list nor a file with one.',
    ru: 'В --faults укажите список JSON или файл с таким списком.',
  },
  sandboxCannot: { en: '{why}.', ru: 'Встроенная система не запущена: {why}.' },
  portTaken: {
    en: 'Port {port} is in use: stop the program that uses it, or choose another one.',
    ru: 'Порт {port} занят. Закройте программу, которая его использует, или выберите другой.',
  },
  portUnusable: {
    en: 'Port {port} cannot be used ({code}).',
    ru: 'Порт {port} использовать нельзя ({code}).',
  },
  noPort: { en: '{word} is not a port number.', ru: '{word} — не номер порта.' },
  nothingLearnt: {
    en: 'casebridge: no field names were learned: {why}.',
    ru: 'casebridge: определить имена не удалось: {why}.',
  },
  changedSince: { en: 'Changed since the file was written', ru: 'Изменилось после записи файла' },
  lookThrough: {
    en: 'Review {file} and pass it to --{flag}.',
    ru: 'Проверьте {file} и укажите его в --{flag}.',
  },
  referenceShows: {
    en: 'The service’s API reference contains {shown} of {all} operations, in {documents} OpenAPI {documents|document|documents}.',
    ru: 'Операций в спецификации: {shown} из {all}; документов: {documents}.',
  },
  mapped: { en: 'Mapped', ru: 'Называется иначе' },
  unsure: { en: 'Uncertain, left unchanged', ru: 'Неясно, оставлено без изменений' },
  perhaps: { en: '; perhaps {names}', ru: '; возможно, {names}' },
  notShown: { en: 'Not in the API reference', ru: 'Нет в спецификации' },
  deprecated: { en: 'Deprecated', ru: 'Устарело' },
  contradictions: {
    en: 'In the API description but not in the API reference',
    ru: 'Есть в описании API, но нет в спецификации',
  },
  required: {
    en: 'Required fields that casebridge does not know',
    ru: 'Обязательные поля, которых casebridge не знает',
  },
} as const satisfies Record<string, Worded>;

/** First question for an assistant. The sample data contains more about cases than calendars. */
export const firstQuestions = {
  sample: {
    en: 'What is due on the Smith case this week, and who is responsible?',
    ru: 'Что нужно сделать по делу Smith на этой неделе и кто за это отвечает?',
  },
  own: {
    en: 'Which of my tasks are due this week?',
    ru: 'Какие у меня задачи со сроком на этой неделе?',
  },
} as const satisfies Record<string, Worded>;

import type { Worded } from '../../contract/language.ts';

/** Messages and questions of `casebridge init`. */
export const initMessages = {
  noneFound: {
    en: 'No assistant was found on this machine. casebridge knows {known}; one that was just installed has to be started once.',
    ru: 'На этом компьютере ассистентов не найдено. casebridge знает: {known}. Только что установленный нужно один раз запустить.',
  },
  noAssistant: {
    en: 'There is no assistant {word}{hint}: known are {known}. Nothing was changed.',
    ru: 'Ассистента {word} нет{hint}: известны {known}. Ничего не изменено.',
  },
  notHere: {
    en: 'the assistant was not found on this machine: start it once and run this again',
    ru: 'ассистент на этом компьютере не найден: запустите его один раз и повторите команду',
  },
  notFound: {
    en: '{title} was not found on this machine: start it once, so that there is a folder for {path}.',
    ru: '{title} на этом компьютере не найден: запустите его один раз, чтобы появилась папка для {path}.',
  },
  noService: {
    en: 'Nothing says which service: give --url and a way to sign in (--login and CASEBRIDGE_PASSWORD or CASEBRIDGE_PASSWORD_FILE), --sandbox, or --server for a casebridge that runs already.',
    ru: 'Не указано, какой сервис: задайте --url и способ входа (--login и CASEBRIDGE_PASSWORD или CASEBRIDGE_PASSWORD_FILE), --sandbox или --server — для уже работающего casebridge.',
  },
  notAnswered: {
    en: 'Nothing was changed: the questions were not answered.',
    ru: 'Ничего не изменено: на вопросы не было ответа.',
  },
  nameThem: {
    en: 'Found: {titles}. Name those to connect ({ids}), or add --yes for all.',
    ru: 'Найдены: {titles}. Назовите, кого подключить ({ids}), или добавьте --yes, чтобы подключить всех.',
  },
  cannotStart: { en: '{command} cannot be started: {why}.', ru: 'Не удалось запустить {command}: {why}.' },
  doesNotStart: {
    en: 'The server does not start with these settings: {said}',
    ru: 'С этими настройками сервер не запускается: {said}',
  },
  saidNothing: { en: 'it said nothing.', ru: 'он ничего не сообщил.' },
  starts: {
    en: 'The server starts and lists {count} tools.',
    ru: 'Сервер запускается и показывает {count} {count|инструмент|инструмента|инструментов}.',
  },
  inNone: {
    en: 'casebridge is in the configuration of none of them.',
    ru: 'casebridge нет в настройках ни у кого из них.',
  },
  found: { en: 'Found: {titles}.', ru: 'Найдены: {titles}.' },
  connectAll: { en: 'Connect casebridge to all of them?', ru: 'Подключить casebridge ко всем?' },
  addressOf: {
    en: 'Address of the case-management service, or of your firm’s casebridge (empty: try it with sample data): ',
    ru: 'Адрес сервиса управления делами или casebridge вашей фирмы (пусто — попробовать на учебных данных): ',
  },
  onlyRead: { en: 'Only read, change nothing?', ru: 'Только читать, ничего не менять?' },
  login: {
    en: 'Login (empty: integrated domain sign-in): ',
    ru: 'Логин (пусто — вход с учётной записью домена): ',
  },
  password: { en: 'Password (is not shown): ', ru: 'Пароль (на экране не виден): ' },
  yesOr: { en: '[Y/n]', ru: '[Д/н]' },
  orNo: { en: '[y/N]', ru: '[д/Н]' },
  notYet: {
    en: 'The server starts, but cannot work yet: {trouble}\ncasebridge doctor with the same settings says more.',
    ru: 'Сервер запускается, но работать пока не может: {trouble}\nПодробнее — casebridge doctor с теми же настройками.',
  },
  noneConnected: { en: 'None of them was connected.', ru: 'Никто из них не подключён.' },
  serverOwnSettings: {
    en: '--server names a server that runs already, with settings of its own: leave out --{other}.',
    ru: '--server — это уже работающий сервер со своими настройками: уберите --{other}.',
  },
  ready: { en: 'Ready: restart {titles}.', ru: 'Готово: перезапустите {titles}.' },
  signInFrom: { en: 'Sign in from {titles}.', ru: 'Войдите из {titles}.' },
  thenAsk: { en: 'Then ask: {question}', ru: 'Затем спросите: {question}' },
  nobodyIn: {
    en: 'The server answers, but nobody can sign in there yet: {trouble}',
    ru: 'Сервер отвечает, но войти на нём пока нельзя: {trouble}',
  },
  passing: {
    en: 'casebridge runs from {script}, a folder that is cleared without notice: assistants would lose it. Install it first (npm install --global, with what you gave to npx), and run casebridge init again.',
    ru: 'casebridge запущен из {script} — эта папка очищается без предупреждения, и ассистенты его потеряют. Сначала установите его (npm install --global с тем же, что указано для npx) и снова выполните casebridge init.',
  },
  temporary: {
    en: 'casebridge lies in a folder for temporary files ({script}): assistants lose it when that is cleared.',
    ru: 'casebridge лежит в папке для временных файлов ({script}): когда её очистят, ассистенты его потеряют.',
  },
  serverAddress: {
    en: '--server ({given}) should be an address such as https://mcp.example.com/mcp.',
    ru: 'В --server ({given}) нужен адрес вида https://mcp.example.com/mcp.',
  },
  serverBare: {
    en: '--server should be an address without a user, a password and a #.',
    ru: 'В --server нужен адрес без пользователя, пароля и знака #.',
  },
  serverHttp: {
    en: '--server should be an https address: what is asked and answered would cross the network unprotected.',
    ru: 'В --server нужен адрес https: иначе вопросы и ответы пойдут по сети незащищёнными.',
  },
  nothingAnswers: {
    en: 'Nothing answers at {url}: {why}. Nothing was changed.',
    ru: 'По адресу {url} никто не отвечает: {why}. Ничего не изменено.',
  },
  takesToken: {
    en: 'The server answers, and takes a token with each request: assistants take it from the variable {variable}.',
    ru: 'Сервер отвечает и принимает токен с каждым запросом: ассистенты берут его из переменной {variable}.',
  },
  listsTools: {
    en: 'The server answers and lists {count} tools.',
    ru: 'Сервер отвечает и показывает {count} {count|инструмент|инструмента|инструментов}.',
  },
  noServer: {
    en: 'What answers at {url} (status {status}) is no MCP server that this program knows: the address of a firm’s casebridge ends with /mcp. Nothing was changed.',
    ru: 'По адресу {url} отвечает (статус {status}) не сервер MCP, известный этой программе: адрес casebridge фирмы заканчивается на /mcp. Ничего не изменено.',
  },
  asksToSignIn: {
    en: 'The server answers, and asks whoever connects to sign in.',
    ru: 'Сервер отвечает и просит войти каждого, кто подключается.',
  },
  describedElsewhere: {
    en: 'it describes its sign-in somewhere else ({place}).',
    ru: 'вход описан в другом месте ({place}).',
  },
  noIssuer: {
    en: 'what describes its sign-in ({place}) cannot be read, or names no issuer.',
    ru: 'описание входа ({place}) не читается, или издатель в нём не указан.',
  },
  otherName: {
    en: 'it calls itself {name}: use that address.',
    ru: 'свой адрес он указывает как {name}: используйте его.',
  },
  signInAt: {
    en: 'The server answers, and asks whoever connects to sign in at {issuer}.{more}',
    ru: 'Сервер отвечает и просит каждого, кто подключается, войти у издателя {issuer}.{more}',
  },
  silentIssuer: {
    en: 'its users sign in at {issuer}, which does not say how, or cannot be reached from here.',
    ru: 'его пользователи входят у издателя {issuer}, а тот не сообщает как или отсюда недоступен.',
  },
  unregistered: {
    en: ' It lets no program register itself, which Cursor, mcp-remote and others need to sign in: whoever runs the server has to let them (casebridge: --sign-in-registration).',
    ru: ' Самостоятельная регистрация программ на нём закрыта, а для входа она нужна Cursor, mcp-remote и другим: её должен разрешить тот, кто обслуживает сервер (в casebridge — --sign-in-registration).',
  },
  noAnswerWithin: {
    en: 'no answer came within {seconds} seconds',
    ru: 'ответа не было {seconds} {seconds|секунду|секунды|секунд}',
  },
  untouched: {
    en: '{title}: nothing was changed in {path}: {why}.',
    ru: '{title}: в {path} ничего не изменено: {why}.',
  },
  notIn: { en: '{title}: casebridge is not in {path}.', ru: '{title}: в {path} casebridge нет.' },
  alreadyIn: {
    en: '{title}: casebridge is already in {path}.',
    ru: '{title}: в {path} casebridge уже есть.',
  },
  removed: { en: '{title}: removed from {path}.', ru: '{title}: casebridge убран из {path}.' },
  restored: {
    en: '{title}: the entry casebridge from before is back in {path}. Remove it there by hand, or with this command once more.',
    ru: '{title}: в {path} возвращена прежняя запись casebridge. Удалите её вручную или этой же командой ещё раз.',
  },
  connected: { en: '{title}: connected in {path}.', ru: '{title}: подключён в {path}.' },
  wouldRun: { en: '{title}: would run', ru: '{title}: была бы выполнена команда' },
  wouldChange: { en: '{title}: would change {path}', ru: '{title}: изменился бы {path}' },
} as const satisfies Record<string, Worded>;

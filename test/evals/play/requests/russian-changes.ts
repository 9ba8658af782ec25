import { dayIn } from '../../api.ts';
import { namedPerson, saysNo, writtenDay } from '../judging/facts.ts';
import type { Office } from '../judging/office.ts';
import { momentAt, nextWeekday, nextWorkday } from '../judging/times.ts';
import type { PlayRequest } from '../request.ts';
import { changeTask, doneTask, memberOf, onDay, textOfNew } from './right-changes.ts';

const caseIds = (office: Office, words: string) => office.caseOf(words).Id;

export const russianChanges: readonly PlayRequest[] = [
  {
    id: 'ru-13',
    language: 'ru',
    who: 'head',
    kind: 'change',
    prompt:
      'у Лисина учетка заблокирована, а на нем осталась задача по аренде офиса на Dock Road. отдай ее Кейт Уинтерс, срок пока не трогай',
    expects: (office) => ({
      says: [/уинтерс|winters|кейт|kate/],
      changes: [
        {
          kind: 'tasks',
          id: office.tasksOf('L-2026-11', 'Call client')[0].Id,
          to: { Responsibles: [office.user('kate').Id] },
        },
      ],
    }),
    byHand: (user, office) =>
      changeTask(user, office.tasksOf('L-2026-11', 'Call client')[0], {
        Responsibles: [{ Id: office.user('kate').Id, Type: 'User' }],
      }),
  },
  {
    id: 'ru-14',
    language: 'ru',
    who: 'ivan',
    kind: 'change',
    prompt:
      'собрание кредиторов по Ромашке переносится на первый понедельник после нынешней даты, на 12 по москве, длится столько же. поправь в календаре',
    expects: (office, { timeZone }) => {
      const event = office.event('Собрание кредиторов');
      const { start, end } = movedMeeting(event, timeZone);
      return {
        says: [writtenDay(dayIn(start, timeZone))],
        changes: [{ kind: 'events', id: event.Id, to: { StartDate: start, EndDate: end } }],
      };
    },
    byHand: ({ send }, office, { timeZone }) => {
      const event = office.event('Собрание кредиторов');
      const { start, end } = movedMeeting(event, timeZone);
      return send(`PUT /api/v3/events/${event.Id}`, { StartDate: start, EndDate: end });
    },
  },
  {
    id: 'ru-15',
    language: 'ru',
    who: 'maria',
    kind: 'change',
    prompt:
      'закрой мои открытые задачи по проверке Вектора и по договору поставки 17, я все сделала. чужие не трогай',
    expects: (office) => ({
      says: [/направить документы/, /согласовать договор/],
      changes: mariasTasks(office).map((task) => doneTask(office, task)),
    }),
    byHand: async (user, office) => {
      const StatusId = office.listed('taskStatuses', 'Done').Id;
      for (const task of mariasTasks(office)) await changeTask(user, task, { StatusId });
    },
  },
  {
    id: 'ru-16',
    language: 'ru',
    who: 'oleg',
    kind: 'change',
    prompt:
      'заведи нового контрагента ООО «Тёплый подвал», ИНН 0000009099, и добавь его третьим лицом в дело Ивановой с ТСЖ',
    expects: (office) => {
      const card = office.caseOf('Иванова против ТСЖ');
      return {
        says: [/подвал/],
        changes: [
          {
            kind: 'parties',
            to: { 'CompanyInfo.Name': /Т[её]плый подвал/, 'CompanyInfo.IdNumber': '0000009099' },
          },
          {
            kind: 'cases',
            id: card.Id,
            to: { Participants: memberOf(card, office.listed('rolesInCase', 'ThirdParty').Id) },
          },
        ],
      };
    },
    byHand: async ({ send }, office) => {
      const party = await send('POST /api/v4/participants', {
        Type: 'Company',
        CompanyInfo: { Name: 'ООО «Тёплый подвал»', IdNumber: '0000009099' },
      });
      await send(`POST /api/v2/cases/${caseIds(office, 'Иванова против ТСЖ')}/participants`, {
        ParticipantId: party.Id,
        RoleId: office.listed('rolesInCase', 'ThirdParty').Id,
      });
    },
  },
  {
    id: 'ru-17',
    language: 'ru',
    who: 'maria',
    kind: 'change',
    prompt: 'сделай доверенность по нашему шаблону в деле Ивановой против Березки',
    expects: (office) => ({
      says: [/доверенност/],
      changes: [
        {
          kind: 'documents',
          to: {
            Case: caseIds(office, 'Иванова против ТСЖ'),
            Extension: 'html',
            Text: textOfNew('Иванова Мария Сергеевна', 'Климова'),
          },
        },
      ],
    }),
    byHand: ({ send }, office) =>
      send('POST /api/v3/documents/CreateFromTemplate', {
        TemplateId: office.document('Шаблон доверенности').Id,
        CaseId: caseIds(office, 'Иванова против ТСЖ'),
      }),
  },
  {
    id: 'ru-18',
    language: 'ru',
    who: 'head',
    kind: 'change',
    prompt:
      'к задаче «Проверить контрагента» во внутреннем расследовании допиши пометку: «Выписка из ЕГРЮЛ запрошена». что там уже написано оставь',
    expects: (office) => ({
      says: [/егрюл|пометк|допис|добав/],
      changes: [
        {
          kind: 'tasks',
          id: inquiryTask(office).Id,
          to: { Description: /Не разглашать\.[\s\S]*Выписка из ЕГРЮЛ запрошена/ },
        },
      ],
    }),
    byHand: (user, office) =>
      changeTask(user, inquiryTask(office), {
        Description: `${inquiryTask(office).Description}\nВыписка из ЕГРЮЛ запрошена`,
      }),
  },
  {
    id: 'ru-19',
    language: 'ru',
    who: 'ivan',
    kind: 'change',
    prompt: 'управляющий Ремнёв Олег Ильич сменил фамилию, теперь он Резник. исправь в контактах',
    expects: (office) => ({
      says: [/резник/],
      changes: [
        {
          kind: 'parties',
          id: office.party('Ремнёв').Id,
          to: { Name: 'Резник Олег Ильич', 'IndividualInfo.LastName': 'Резник' },
        },
      ],
    }),
    byHand: ({ send }, office) =>
      send(`PATCH /api/v2/participants/${office.party('Ремнёв').Id}`, {
        IndividualInfo: { LastName: 'Резник', FirstName: 'Олег', MiddleName: 'Ильич' },
      }),
  },
  {
    id: 'ru-20',
    language: 'ru',
    who: 'maria',
    kind: 'change',
    prompt:
      'спиши два с половиной часа за подготовку отзыва на дело Лютика к Кузнецову и выставь им счет. если система такого не умеет то ничего не меняй, просто скажи',
    expects: () => ({ says: [saysNo] }),
  },
  {
    id: 'ru-21',
    language: 'ru',
    who: 'ivan',
    kind: 'change',
    prompt:
      'по делу 02-1234/2026 суд в карточке упраздненный. теперь его рассматривает Энский районный, поправь',
    expects: (office) => ({
      says: [/районн/],
      changes: [
        {
          kind: 'cases',
          id: caseIds(office, '02-1234/2026'),
          to: { 'Fields.Court': office.listed('Court', 'EnskDistrictCourt').Id },
        },
      ],
    }),
    byHand: ({ send }, office) =>
      send(`PATCH /api/v2/objects/${caseIds(office, '02-1234/2026')}`, {
        Fields: { Court: office.listed('Court', 'EnskDistrictCourt').Id },
      }),
  },
  {
    id: 'ru-22',
    language: 'ru',
    who: 'maria',
    kind: 'change',
    prompt: ({ today }) =>
      `поставь Зуевой задачу оплатить госпошлину по Ивановой с ТСЖ, срок — первый рабочий день после воскресенья ${nextWeekday(today, 'Sunday').slice(8)} числа (праздники фирмы учти), приоритет срочный`,
    expects: (office, { today, timeZone }) => {
      const day = nextWorkday(nextWeekday(today, 'Sunday'), office.calendar[0]);
      return {
        says: [writtenDay(day), namedPerson(office.user('accountant'))],
        changes: [
          {
            kind: 'tasks',
            to: {
              Name: 'Оплатить госпошлину',
              Case: caseIds(office, 'Иванова против ТСЖ'),
              Responsibles: [office.user('accountant').Id],
              ExecutionDate: onDay(day, timeZone),
              Priority: office.listed('taskPriorities', 'Urgent').Id,
            },
          },
        ],
      };
    },
    byHand: ({ send }, office, { today, timeZone }) =>
      send('POST /api/v3/tasks', {
        Name: 'Оплатить госпошлину',
        CaseId: caseIds(office, 'Иванова против ТСЖ'),
        Responsibles: [{ Id: office.user('accountant').Id, Type: 'User' }],
        ExecutionDate: momentAt(
          nextWorkday(nextWeekday(today, 'Sunday'), office.calendar[0]),
          '18:00',
          timeZone,
        ),
        PriorityId: office.listed('taskPriorities', 'Urgent').Id,
      }),
  },
  {
    id: 'ru-23',
    language: 'ru',
    who: 'head',
    kind: 'change',
    prompt: 'дтп на полевом шоссе закончено, выплата прошла. убери дело в архив',
    expects: (office) => ({
      says: [/архив/],
      changes: [{ kind: 'cases', id: caseIds(office, 'ДТП на Полевом'), to: { Status: 'Archived' } }],
    }),
    byHand: ({ send }, office) => send(`POST /api/v2/cases/${caseIds(office, 'ДТП на Полевом')}/archive`, {}),
  },
  {
    id: 'ru-24',
    language: 'ru',
    who: 'ivan',
    kind: 'change',
    prompt:
      'добавь Иванова Ивана свидетелем в банкротство Ромашки. если непонятно о ком речь, ничего не делай и спроси меня',
    expects: () => ({
      says: [/дв(?:а|ое|ух)|котор|какого|како[йм]|уточн|однофамил|тезк|полны[йе] т[её]зк/],
    }),
  },
];

const inquiryTask = (office: Office) => office.tasksOf('INT-2026-01', 'Проверить контрагента')[0];

const mariasTasks = (office: Office) =>
  [...office.tasksOf('Налоговая проверка ООО «Вектор»'), ...office.tasksOf('Д-17/2026')].filter(
    (task) => office.isOpen(task) && task.Responsibles.some(({ Id }: any) => Id === office.user('maria').Id),
  );

/** Returns the new start and end of a meeting that keeps its length. */
function movedMeeting({ StartDate, EndDate }: any, timeZone: string) {
  const day = nextWeekday(dayIn(StartDate, timeZone), 'Monday');
  const start = momentAt(day, '12:00', timeZone);
  const length = Date.parse(EndDate) - Date.parse(StartDate);
  return { start, end: new Date(Date.parse(start) + length).toISOString() };
}

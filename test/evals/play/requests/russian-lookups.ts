import { dayIn } from '../../api.ts';
import {
  exactCase,
  namedCase,
  namedPerson,
  writtenAmount,
  writtenCount,
  writtenDay,
} from '../judging/facts.ts';
import { type Office, textsWithin } from '../judging/office.ts';
import { nextWeekday, weekAround } from '../judging/times.ts';
import type { PlayRequest } from '../request.ts';

const isHearing = (office: Office, { Type }: any) =>
  ['Hearing', 'PreliminaryHearing'].includes(office.kindOf(Type));
const inCase = (office: Office, { Case }: any) => office.cases.find(({ Id }) => Id === Case?.Id);
const isIn = (type: string, office: Office, { Type }: any) => office.kindOf(Type) === type;

export const russianLookups: readonly PlayRequest[] = [
  {
    id: 'ru-01',
    language: 'ru',
    who: 'head',
    kind: 'look-up',
    prompt:
      'какие судебные заседания у нас на этой неделе с пн по вс, включая предварительные? просто список: дело и день, больше ничего',
    expects: (office, { today, timeZone }) => {
      const [monday, sunday] = weekAround(today);
      const hearings = office.events.filter((event) => isHearing(office, event));
      const days = hearings.map((event) => ({ event, day: dayIn(event.StartDate, timeZone) }));
      const now = days.filter(({ day }) => monday <= day && day <= sunday);
      const others = days.filter(({ day }) => day > sunday).map(({ event }) => inCase(office, event));
      const cases = now.map(({ event }) => inCase(office, event));
      return {
        says: [...cases.map(namedCase), ...now.map(({ day }) => writtenDay(day))],
        never: others.filter((one) => !cases.includes(one)).map(exactCase),
      };
    },
  },
  {
    id: 'ru-02',
    language: 'ru',
    who: 'head',
    kind: 'look-up',
    prompt:
      'кто у нас самый загруженный по числу открытых задач? считай те что лично на человеке, группы не надо. сколько их и сколько из них без дела, просто висят',
    expects: (office) => {
      const open = office.tasks.filter(office.isOpen);
      const counts = office.users.map((user) => ({
        user,
        tasks: open.filter(({ Responsibles }) => Responsibles.some(({ Id }: any) => Id === user.Id)),
      }));
      const most = Math.max(...counts.map(({ tasks }) => tasks.length));
      const top = counts.filter(({ tasks }) => tasks.length === most);
      return {
        says: [
          ...top.map(({ user }) => namedPerson(user)),
          writtenCount(most),
          ...top.map(({ tasks }) => writtenCount(tasks.filter(({ Case }) => !Case).length)),
        ],
      };
    },
  },
  {
    id: 'ru-03',
    language: 'ru',
    who: 'head',
    kind: 'look-up',
    prompt:
      'что просрочено по страховым делам (не сегодняшнее, а со вчера и раньше) и на ком висит? и с какого числа',
    expects: (office, { today, timeZone }) => {
      const late = office.tasks.filter(
        (task) =>
          office.isOpen(task) &&
          task.ExecutionDate &&
          dayIn(task.ExecutionDate, timeZone) < today &&
          isIn('InsuranceClaim', office, inCase(office, task) ?? {}),
      );
      return {
        says: late.flatMap((task) => [
          task.Name,
          writtenDay(dayIn(task.ExecutionDate, timeZone)),
          ...office.users
            .filter((user) => task.Responsibles.some(({ Id }: any) => Id === user.Id))
            .map(namedPerson),
        ]),
      };
    },
  },
  {
    id: 'ru-04',
    language: 'ru',
    who: 'ivan',
    kind: 'look-up',
    prompt: 'на какой стадии НП-2026-5 и кто ведет',
    expects: (office) => {
      const same = office.cases.filter(({ Number: number }) => number === 'НП-2026-5');
      return {
        says: same.flatMap(({ Name, Stage, Responsible }) => [
          Name.includes('Вектор') ? 'вектор' : 'quill',
          Stage,
          namedPerson(office.users.find(({ Id }) => Id === Responsible.Id)),
        ]),
      };
    },
  },
  {
    id: 'ru-05',
    language: 'ru',
    who: 'maria',
    kind: 'look-up',
    prompt: 'по каким делам наш клиент Тихая пристань? архивные тоже. номера и что из этого в архиве',
    expects: (office) => {
      const { Id } = office.party('Тихая пристань');
      const cases = office.cases.filter(({ Client }) => Client?.Id === Id);
      return { says: [...cases.map(({ Number: number }) => number), /архив/] };
    },
  },
  {
    id: 'ru-06',
    language: 'ru',
    who: 'accountant',
    kind: 'look-up',
    prompt:
      'по каким договорам в работе дата оплаты уже прошла, а отметки об оплате нет? номер, сумма, когда надо было заплатить. без тех у кого дата не стоит',
    expects: (office, { today }) => {
      const contracts = office.cases.filter(
        (card) => isIn('Contract', office, card) && card.Status === 'InWork' && card.Fields.PaymentDate,
      );
      const isLate = ({ Fields }: any) => Fields.Paid !== true && Fields.PaymentDate.slice(0, 10) < today;
      return {
        says: contracts
          .filter(isLate)
          .flatMap(({ Number: number, Fields }) => [
            number,
            writtenAmount(Fields.ContractAmount),
            writtenDay(Fields.PaymentDate.slice(0, 10)),
          ]),
        never: contracts.filter(({ Fields }) => Fields.Paid === true).map(({ Number: number }) => number),
      };
    },
  },
  {
    id: 'ru-07',
    language: 'ru',
    who: 'oleg',
    kind: 'look-up',
    prompt:
      'найди в бумагах по договору поставки 17 условие про неустойку за просрочку оплаты: в каком пункте, какой процент, есть ли потолок. смотри печатную форму договора, не проект правок',
    expects: async (office) => {
      const source = await office.source(office.document('Поставка № 17, правки'));
      const [, rate = ''] = textsWithin(source, 'w:del');
      const [ceiling = ''] = /не более \d+ %/.exec(source) ?? [];
      return {
        says: [/6\.2/, percent(rate), percent(ceiling.replace('не более ', ''))],
      };
    },
  },
  {
    id: 'ru-08',
    language: 'ru',
    who: 'maria',
    kind: 'look-up',
    prompt:
      'что Северный мост хочет поменять в договоре поставки № 17, файл с правками? и что я там сама приписала на полях',
    expects: async (office) => {
      const source = await office.source(office.document('Поставка № 17, правки'));
      const [days = '', rate = ''] = textsWithin(source, 'w:del');
      const [newDays = '', newRate = ''] = textsWithin(source, 'w:ins');
      return {
        says: [
          ...[days, newDays].map((text) => new RegExp(`(?<!\\d)${text}(?!\\d)`)),
          ...[rate, newRate].map(percent),
          /предоплат/,
        ],
      };
    },
  },
  {
    id: 'ru-09',
    language: 'ru',
    who: 'head',
    kind: 'look-up',
    prompt: ({ today }) =>
      `что у нас по фирме приходится на выходные, с субботы ${inDigits(nextWeekday(today, 'Saturday'))} по воскресенье включительно? и задачи со сроком в эти дни, и календарь. только то что еще не закрыто`,
    expects: (office, { today, timeZone }) => {
      const saturday = nextWeekday(today, 'Saturday');
      const days = [saturday, nextWeekday(saturday, 'Sunday')];
      const isThen = (moment: string | null) => moment !== null && days.includes(dayIn(moment, timeZone));
      const tasks = office.tasks.filter((task) => office.isOpen(task) && isThen(task.ExecutionDate));
      const events = office.events.filter(({ StartDate }) => isThen(StartDate));
      const found = [...tasks, ...events];
      return {
        says: found.length > 0 ? found.map(({ Name }) => Name) : [/нет|ничего|пусто|не найден/],
      };
    },
  },
  {
    id: 'ru-10',
    language: 'ru',
    who: 'head',
    kind: 'look-up',
    prompt: 'какие дела вел Белов из тех что уже в архиве? и по какому из них сколько взыскали',
    expects: (office) => {
      const { Id } = office.user('oleg');
      const archived = office.cases.filter(
        ({ Status, Responsible }) => Status === 'Archived' && Responsible?.Id === Id,
      );
      const recovered = archived.flatMap(({ Fields }) => Fields.Recovered ?? []);
      return { says: [...archived.map(namedCase), ...recovered.map(writtenAmount)] };
    },
  },
  {
    id: 'ru-11',
    language: 'ru',
    who: 'nowork',
    kind: 'look-up',
    prompt: 'кто ведет внутреннее расследование INT-2026-01 и какие там задачи открыты',
    expects: (office) => ({
      says: [/не (?:найд|наш|виж|доступ|существ)|нет (?:доступ|прав|дел|тако)|отсутств/],
      never: [namedPerson(office.user('head'))],
    }),
  },
  {
    id: 'ru-12',
    language: 'ru',
    who: 'maria',
    kind: 'look-up',
    prompt:
      'на какое число у нас стоит выездная проверка Вектора (день инспекции) и какой это день недели? и когда срок возражений на акт',
    expects: (office, { timeZone }) => {
      const inspection = dayIn(office.event('день инспекции').StartDate, timeZone);
      const objections = dayIn(office.event('Срок возражений на акт').StartDate, timeZone);
      return {
        says: [writtenDay(inspection), russianWeekday(inspection), writtenDay(objections), /возражен/],
      };
    },
  },
];

/** `28.11` */
const inDigits = (day: string): string => day.slice(5).split('-').reverse().join('.');

const russianWeekday = (day: string): RegExp => {
  const names = ['воскресень', 'понедельн', 'вторн', 'сред[ауы]', 'четверг', 'пятниц', 'суббот'];
  const short = ['вс', 'пн', 'вт', 'ср', 'чт', 'пт', 'сб'];
  const index = new Date(day).getUTCDay();
  return new RegExp(`${names[index]}|(?<![а-я])${short[index]}(?![а-я])`);
};

const percent = (text: string): RegExp =>
  new RegExp(`(?<![\\d.,])${text.replace(/ ?%/, '').replace(',', '[.,]')} ?(?:%|процент)`);

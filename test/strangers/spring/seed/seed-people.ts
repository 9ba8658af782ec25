/** Staff of the firm, its clients and the participants of its cases. */
import type { Group, Participant, User } from '../../world.ts';
import { extra, type Memory } from '../memory.ts';
import { type Chance, makeClock } from './chance.ts';

// Login, last name, first name, middle name, position, department.
const STAFF = `
m.orlova|Орлова|Марина|Сергеевна|Управляющий партнёр|Руководство
a.sokolova|Соколова|Анна|Игоревна|Старший юрист|Судебная практика
m.sokolova|Соколова|Мария|Петровна|Юрист|Корпоративная практика
d.belov|Белов|Дмитрий|Андреевич|Партнёр|Судебная практика
e.belova|Белова|Екатерина|Олеговна|Юрист|Судебная практика
p.gromov|Громов|Павел|Николаевич|Советник|Банкротство
i.tihonov|Тихонов|Илья|Владимирович|Юрист|Судебная практика
s.ryabinin|Рябинин|Сергей|Алексеевич|Партнёр|Корпоративная практика
o.zhuravleva|Журавлёва|Ольга|Викторовна|Старший юрист|Корпоративная практика
n.kravtsov|Кравцов|Никита|Романович|Юрист|Банкротство
a.melnik|Мельник|Алексей||Юрист|Корпоративная практика
d.efimova|Ефимова|Дарья|Константиновна|Младший юрист|Судебная практика
g.astahov|Астахов|Глеб|Юрьевич|Юрист|Трудовое право
i.lapteva|Лаптева|Ирина|Борисовна|Помощник юриста|Секретариат
a.gusev|Гусев|Артём|Денисович|Помощник юриста|Секретариат
m.kovalev|Ковалёв|Максим|Андреевич|Младший юрист|Корпоративная практика
p.zueva|Зуева|Полина|Евгеньевна|Юрист|Судебная практика
v.pankratov|Панкратов|Виктор|Семёнович|Советник|Судебная практика`;
const CLIENTS = `
kovalev.av|Ковалёв|Андрей|Викторович
chernyshova|Чернышова|Тамара|Ильинична
drozdov|Дроздов|Егор|Павлович
shubin|Шубин|Лев|Аркадьевич`;
const BLOCKED = ['p.zueva', 'v.pankratov', 'shubin'];
const GROUPS: Record<string, string> = {
  'Судебная практика': 'a.sokolova d.belov e.belova i.tihonov d.efimova p.zueva',
  'Корпоративная практика': 'm.sokolova s.ryabinin o.zhuravleva a.melnik m.kovalev',
  Партнёры: 'm.orlova d.belov s.ryabinin',
  Секретариат: 'i.lapteva a.gusev',
};
const PERSONS = `
Ковалёв Андрей Викторович|Чернышова Тамара Ильинична|Дроздов Егор Павлович|Шубин Лев Аркадьевич
Никитин Олег Иванович|Никитин Олег Павлович|Соколова Елена Андреевна|Воронцова Лидия Степановна
Пахомов Геннадий Львович|Сазонов Роман Ильич|Сазонова Вера Дмитриевна|Тарасов Юрий Эдуардович
Бирюкова Нина Фёдоровна|Ермолаев Степан Кириллович|Заварзин Пётр Матвеевич|Лосева Алла Геннадьевна
Мухин Вадим Олегович|Одинцова Яна Руслановна|Прохоров Тимур Ренатович|Рогожина Кира Артёмовна
Суворин Захар Игнатьевич|Уланова Эмма Робертовна|Фомичёв Клим Савельевич|Ли Виктор`;
const COMPANIES = `
ООО «Ковалёв и партнёры»|ООО «Лунный Причал»|АО «Бурый Кит»|ООО «Синий Берег-7»|ООО «Синий Берег-8»
АО «Гранитная Полынья»|ООО «Вересковый Обоз»|ПАО «Заречный Механизм»|ООО «Тихая Кварта»|ООО «Медный Журавль»
АО «Стеклянный Тракт»|ООО «Ржаной Маяк»|ООО «Третий Элеватор Полюс»|ИП Пахомов Геннадий Львович
ООО «Дальний Кирпич»|АО «Хвойная Верста»|ООО «Янтарный Шлюз»|ООО «Полевая Оптика Плюс»|ООО «Красный Челнок»
Администрация Верхнереченского округа|АО «Серый Волок-Транс»|ООО «Ясень и Граб»`;
const FORMS: Record<string, string> = { ООО: 'ООО', АО: 'АО', ПАО: 'ПАО', ИП: 'ИП', Администрация: 'ГО' };
const split = (block: string) => block.trim().split(/[\n|]/);
const rows = (block: string) =>
  block
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

function inn(chance: Chance, length: 10 | 12): string {
  const digits = [9, 9, ...Array.from({ length: length - (length === 10 ? 3 : 4) }, () => chance.int(0, 9))];
  const weights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
  for (const from of length === 10 ? [2] : [1, 0]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (weights[from + index] ?? 0), 0);
    digits.push((sum % 11) % 10);
  }
  return digits.join('');
}

export function seedGroups(newId: () => string, users: readonly User[]): Group[] {
  return Object.entries(GROUPS).map(([name, logins]) => {
    const members = users.filter((user) => logins.split(' ').includes(user.login)).map((user) => user.id);
    return { id: newId(), name, members };
  });
}

/** Creates participants and users. */
export function seedPeople(newId: () => string, chance: Chance, base: Date, catalogue: Memory['catalogue']) {
  const clock = makeClock(base);
  const stamp = (days: number) => ({
    createdAt: clock(-days, 10),
    changedAt: clock(-Math.floor(days / 3), 15),
    version: 0,
  });
  const phone = () => `+7 (999) 000-${chance.int(10, 99)}-${chance.int(10, 99)}`;
  const legalForm = (code: string | undefined) => catalogue.legalForms.find((one) => one.code === code)?.id;
  const participants = split(PERSONS).map((name, index): Participant => {
    const [lastName = '', firstName = '', middleName] = name.split(' ');
    const own = { ...stamp(1200 - index * 11), additional: index % 4 ? {} : { source: 'Рекомендация' } };
    return {
      id: newId(),
      kind: 'individual',
      name,
      ...(index % 5 === 4 ? {} : { email: `person${index + 1}@mail.example` }),
      ...(index % 6 === 5 ? {} : { phone: phone() }),
      ...(index % 3 === 2 ? {} : { inn: inn(chance, 12) }),
      extra: extra.participant({ ...own, lastName, firstName, ...(middleName ? { middleName } : {}) }),
    };
  });
  for (const [index, name] of split(COMPANIES).entries()) {
    const isOwner = name.startsWith('ИП');
    const formId = legalForm(FORMS[name.split(' ')[0] ?? '']);
    const own = { ...stamp(1100 - index * 13), ...(formId ? { legalFormId: formId } : {}) };
    participants.push({
      id: newId(),
      kind: 'company',
      name,
      ...(index % 7 === 6 ? {} : { email: `office${index + 1}@company.example` }),
      ...(index % 5 === 3 ? {} : { phone: phone() }),
      ...(index % 8 === 7 ? {} : { inn: inn(chance, isOwner ? 12 : 10) }),
      extra: extra.participant({
        ...own,
        additional: index % 3 ? {} : { industry: chance.pick(['Торговля', 'Перевозки', 'Производство']) },
        ...(isOwner ? {} : { kpp: `99${chance.int(1000000, 9999999)}` }),
      }),
    });
  }
  const admin = { id: newId(), name: 'ADMINISTRATOR' };
  const lawyer = { id: newId(), name: 'LAWYER' };
  const outside = { id: newId(), name: 'CLIENT' };
  const people = [...rows(STAFF), ...rows(CLIENTS)].map((row, index): User => {
    const [login = '', lastName = '', firstName = '', middleName, position, department] = row;
    const isClient = position === undefined;
    const name = [lastName, firstName, middleName].filter(Boolean).join(' ');
    const isActive = !BLOCKED.includes(login);
    const self = participants.find((one) => isClient && one.name === name);
    return {
      id: newId(),
      name,
      login,
      ...(login === 'a.gusev' ? {} : { email: `${login}@${isClient ? 'mail' : 'buro'}.example` }),
      isActive,
      isClient,
      extra: extra.user({
        ...stamp(1500 - index * 17),
        additional: index % 5 ? {} : { languages: ['русский', 'английский'] },
        lastName,
        firstName,
        ...(middleName ? { middleName } : {}),
        ...(index % 6 === 5 ? {} : { lastLoginAt: clock(isActive ? -chance.int(0, 9) : -200, 9, index) }),
        ...(index % 4 === 3 ? {} : { phone: phone() }),
        ...(position ? { position } : {}),
        ...(department ? { department } : {}),
        ...(isClient ? {} : { organization: 'Бюро «Пятый Параграф и Полынь»', site: 'Головной офис' }),
        timeZone: 'Europe/Moscow',
        roles: index === 0 ? [admin, lawyer] : [isClient ? outside : lawyer],
        ...(self ? { participantId: self.id } : {}),
        notifications: [],
        dialogs: [],
      }),
    };
  });
  return { users: people, participants };
}

/** Staff, clients and participants. */
import type { Participant, User } from '../world.ts';
import type { Memory } from './memory.ts';

const staff = `Кравцова Марина Игоревна|m.kravtsova|Партнёр|Судебная практика;
Белозёров Антон Павлович|a.belozerov|Управляющий партнёр|Руководство;
Соколова Дарья Сергеевна|d.sokolova|Старший юрист|Судебная практика;
Соколова Дарья Андреевна|d.sokolova2|Юрист|Корпоративная практика;
Морозов Андрей Викторович|a.morozov|Адвокат|Судебная практика;
Гусейнов Тимур Рашидович|t.guseynov|Юрист|Банкротство;
Лапшина Ольга Николаевна|o.lapshina|Помощник юриста|Секретариат;
Ершов Кирилл Дмитриевич|k.ershov|Юрист|Судебная практика;
Ершова Анна Кирилловна|a.ershova|Помощник юриста|Секретариат;
Титаренко Павел Олегович|p.titarenko|Советник|Корпоративная практика;
Юсупова Алия Маратовна|a.yusupova|Юрист|Банкротство;
Фёдоров Иван Сергеевич|i.fedorov|Юрист|Корпоративная практика;
Цветкова Нина Петровна|n.tsvetkova|Главный бухгалтер|Бухгалтерия;
Щербак Роман Евгеньевич|r.shcherbak|Администратор системы|ИТ;
Жукова Елена Викторовна|e.zhukova|Офис-менеджер|Секретариат;
Орлов Денис Максимович|d.orlov|Стажёр|Судебная практика;
Ким Виктория|v.kim|Юрист|Корпоративная практика;
Панкратов Глеб Аркадьевич|g.pankratov|Юрист|Банкротство`.split(/;\s/);
const clients = [
  'Зимин Олег Борисович|o.zimin',
  'Рыбакова Светлана Юрьевна|s.rybakova',
  'Северин Олег Петрович|o.severin',
  'Галкин Пётр Ильич|p.galkin',
];
const companies = `ООО «Ольховка-Строй»; АО «Дальсветмаш-9»; ООО «Пятый Причал»; ООО «Кварцит-Агро-Юг»;
ООО «Северин»; АО «Медный Брод»; ООО «Заречный Хлебокомбинат № 4»; ООО «Верхнеозёрская лесопилка»;
ООО «Тихий Перекат»; ООО «Морозов и партнёры-снаб»; ООО «Белая Выхухоль»;
АО «Приреченский насосный»; ООО «Глинобитный двор»; ООО «Ольховка-Строй Плюс»; ООО «Сорок Вёсел»;
ПАО «Заречэнергоремонт-2»; ООО «Каменный Ручей Логистик»; ООО «Янтарный клин»; АО «Синий Угол»;
ООО «Бобровая Плотина»; НКО «Фонд Тихого Переката»; ООО «Шесть Сосен Девелопмент»;
ООО «Рогожка-Текс»; ИП Лунёв Макар Саввич`.split(/;\s/);
const persons =
  `Северин Олег Петрович; Морозов Андрей Валерьевич; Морозова Инна Валерьевна; Зимин Олег Борисович;
Рыбакова Светлана Юрьевна; Лунёв Макар Саввич; Тарасевич Вера Львовна; Абдулова Камила Ильдаровна;
Гончар Степан Ефимович; Ведерникова Лидия Фёдоровна; Ведерников Лев Фёдорович;
Пахомов Юрий Тихонович; Черных Алла Семёновна; Оськин Матвей Карпович; Дубровина Зоя Платоновна;
Шмаков Игнат Лукич; Кириллова Ева Марковна; Нестеров Прохор Ильич; Галкин Пётр Ильич;
Топорков Демьян Саввич; Ли Сергей`.split(/;\s/);

export const seedPeople = (memory: Memory): void => {
  const { world, dice } = memory;
  const add = (line: string, index: number, isClient: boolean): User => {
    const [name = '', login = '', position, department] = line.split('|');
    const [last, firstName, middle] = name.split(' ');
    const isActive = !['g.pankratov', 'p.galkin'].includes(login);
    return {
      id: index === 0 && !isClient ? world.signsIn.userId : dice.id(),
      name,
      login,
      ...(index % 7 === 6 ? {} : { email: `${login}@${isClient ? 'klient' : 'zarechie-law'}.example` }),
      isActive,
      isClient,
      extra: {
        last,
        first: firstName,
        middle,
        position,
        department,
        phone: index % 5 === 4 ? undefined : `+7 495 000-${dice.int(10, 99)}-${dice.int(10, 99)}`,
        roles: index === 0 ? ['Администратор', 'Юрист'] : isClient ? ['Клиент'] : ['Юрист'],
        lastLogin:
          index % 6 === 5 ? undefined : memory.day(-dice.int(0, isActive ? 9 : 300), dice.int(5, 15)),
        createdAt: memory.day(-dice.int(400, 3000), 7),
        attributes: isClient ? {} : { TabNumber: String(100 + index), birth_month: dice.int(1, 12) },
      },
    };
  };
  world.users.push(
    ...staff.map((line, index) => add(line, index, false)),
    ...clients.map((line, index) => add(line, index, true)),
  );
  const group = (name: string, logins: string[]): void => {
    const members = world.users.filter((user) => logins.includes(user.login)).map((user) => user.id);
    world.groups.push({ id: dice.id(), name, members });
  };
  group('Судебная группа', ['m.kravtsova', 'd.sokolova', 'a.morozov', 'k.ershov', 'd.orlov']);
  group('Корпоративная группа', ['d.sokolova2', 'p.titarenko', 'i.fedorov', 'v.kim']);
  group('Группа банкротства', ['t.guseynov', 'a.yusupova', 'g.pankratov']);
  group('Секретариат', ['o.lapshina', 'a.ershova', 'e.zhukova']);
  const digits = (count: number): string =>
    `00${Array.from({ length: count - 2 }, () => dice.int(0, 9)).join('')}`;
  const participant = (name: string, index: number, kind: Participant['kind']): Participant => {
    const isCompany = kind === 'company';
    const [last, firstName, middle] = name.split(' ');
    return {
      id: dice.id(),
      kind,
      name,
      ...(index % 4 === 3
        ? {}
        : {
            email: `${isCompany ? 'office' : 'mail'}${index + 1}@${isCompany ? 'company' : 'pochta'}.example`,
          }),
      ...(index % 5 === 2 ? {} : { phone: `+7 495 000-${dice.int(10, 99)}-${dice.int(10, 99)}` }),
      ...(index % 6 === 5 ? {} : { inn: digits(isCompany && !name.startsWith('ИП') ? 10 : 12) }),
      extra: {
        ...(isCompany
          ? { kpp: digits(9), legalForm: name.split(' ')[0] }
          : { last, first: firstName, middle }),
        createdAt: memory.day(-dice.int(200, 2500), 8),
        changedAt: memory.day(-dice.int(1, 199), 8),
        attributes: isCompany
          ? {
              Otrasl: dice.pick(['Строительство', 'Торговля', 'Перевозки']),
              kredit_limit: dice.int(1, 90) * 10_000,
            }
          : {},
      },
    };
  };
  world.participants.push(...companies.map((name, index) => participant(name, index, 'company')));
  world.participants.push(...persons.map((name, index) => participant(name, index, 'individual')));
};

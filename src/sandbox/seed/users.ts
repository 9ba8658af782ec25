import { applyRoles } from '../domain/permissions.ts';
import type { AccessLevel, Permission, Section } from '../state/entities/access.ts';
import { sections } from '../state/entities/access.ts';
import type { User } from '../state/entities/users.ts';
import { idsByKey, type Seeding } from './build.ts';
import { workingStatusId } from './dictionaries.ts';
import { kinds } from './kinds.ts';

interface UserRow {
  readonly login: string;
  /** Last, first and middle name. */
  readonly names: readonly [string, string, string?];
  readonly position: string;
  readonly department: string;
  readonly role: string;
  readonly language?: 'en';
  readonly more?: Partial<User>;
}

const legal = 'Юридический департамент / Legal';
const back = 'Бэк-офис / Back office';
const all = (level: AccessLevel): User['sections'] =>
  Object.fromEntries(sections.map((section) => [section, level]));

/** The password of each user is `sandbox-` followed by the login. */
const users: readonly UserRow[] = [
  {
    login: 'admin',
    names: ['Соколова', 'Вера', 'Павловна'],
    position: 'Администратор / Administrator',
    department: back,
    role: 'Administrator',
    more: { isAdministrator: true },
  },
  {
    login: 'head',
    names: ['Громова', 'Елена', 'Викторовна'],
    position: 'Руководитель / Head of department',
    department: legal,
    role: 'Head',
    more: { sections: all('Administration') },
  },
  {
    login: 'anna',
    names: ['Petrova', 'Anna'],
    position: 'Юрист / Lawyer',
    department: legal,
    role: 'Lawyer',
    language: 'en',
  },
  {
    login: 'ivan',
    names: ['Соловьёв', 'Иван', 'Дмитриевич'],
    position: 'Юрист / Lawyer',
    department: legal,
    role: 'Lawyer',
  },
  {
    login: 'maria',
    names: ['Климова', 'Мария', 'Олеговна'],
    position: 'Юрист / Lawyer',
    department: legal,
    role: 'Lawyer',
    more: { workingStatusId: workingStatusId('Vacation') },
  },
  {
    login: 'john',
    names: ['Hale', 'John'],
    position: 'Юрист / Lawyer',
    department: legal,
    role: 'Lawyer',
    language: 'en',
  },
  {
    login: 'oleg',
    names: ['Белов', 'Олег', 'Игоревич'],
    position: 'Помощник / Assistant',
    department: legal,
    role: 'Assistant',
  },
  {
    login: 'kate',
    names: ['Winters', 'Kate'],
    position: 'Помощник / Assistant',
    department: legal,
    role: 'Assistant',
    language: 'en',
    more: { sections: { Participants: 'View', Dictionaries: 'View', Scripts: 'None' } },
  },
  {
    login: 'accountant',
    names: ['Зуева', 'Тамара', 'Львовна'],
    position: 'Бухгалтер / Accountant',
    department: back,
    role: 'Accountant',
    more: { sections: { Cases: 'View', Events: 'View', Participants: 'View', Scripts: 'None' } },
  },
  {
    login: 'it',
    names: ['Novak', 'Peter'],
    position: 'Инженер / IT engineer',
    department: back,
    role: 'IT',
    language: 'en',
    more: { sections: { Cases: 'None', Events: 'None', Users: 'Administration', Scripts: 'Administration' } },
  },
  {
    login: 'client1',
    names: ['Smith', 'Jane'],
    position: '',
    department: '',
    role: 'Client',
    language: 'en',
  },
  { login: 'client2', names: ['Кравцов', 'Денис', 'Юрьевич'], position: '', department: '', role: 'Client' },
  {
    login: 'blocked',
    names: ['Лисин', 'Роман', 'Эдуардович'],
    position: 'Юрист / Lawyer',
    department: legal,
    role: 'Lawyer',
    more: { isLocked: true },
  },
  {
    login: 'newcomer',
    names: ['Ashby', 'Tom'],
    position: 'Стажёр / Trainee',
    department: legal,
    role: 'Assistant',
    language: 'en',
    more: { sections: { Participants: 'None' } },
  },
  {
    login: 'nowork',
    names: ['Ершова', 'Дарья', 'Николаевна'],
    position: 'Секретарь / Secretary',
    department: back,
    role: 'Assistant',
    more: { seesWorkBlock: false },
  },
  {
    login: 'expired',
    names: ['Olsen', 'Nina'],
    position: 'Юрист / Lawyer',
    department: legal,
    role: 'Lawyer',
    language: 'en',
  },
  {
    login: 'workflow',
    names: ['Workflow', ''],
    position: '',
    department: '',
    role: 'Administrator',
    more: { isSystem: true, isAdministrator: true },
  },
  {
    login: 'robot',
    names: ['Robot', ''],
    position: '',
    department: '',
    role: 'IT',
    more: { isSystem: true },
  },
];

const roles: readonly (readonly [string, readonly Permission['accessLevel'][]])[] = [
  // One level for each section, in the order of `sections`.
  ['Administrator', sections.map(() => 'Administration')],
  ['Head', sections.map(() => 'Administration')],
  ['Lawyer', ['Creator', 'Edit', 'Edit', 'Edit', 'Edit', 'View', 'Edit', 'View']],
  ['Assistant', ['Edit', 'Edit', 'Edit', 'Edit', 'Edit', 'View', 'View', 'None']],
  ['Accountant', ['View', 'View', 'Edit', 'Edit', 'View', 'View', 'View', 'None']],
  ['IT', ['None', 'None', 'Edit', 'Edit', 'Edit', 'Administration', 'Edit', 'Administration']],
  // Clients have no access to sections. They see only the cases that grant them access by name.
  ['Client', sections.map(() => 'None')],
];
const roleNames: Record<string, string> = {
  Administrator: 'Администратор / Administrator',
  Head: 'Руководитель / Head of department',
  Lawyer: 'Юрист / Lawyer',
  Assistant: 'Помощник / Assistant',
  Accountant: 'Бухгалтер / Accountant',
  IT: 'Инженер / IT engineer',
  Client: 'Клиент / Client',
};

const groups = [
  ['Litigation', 'Судебная практика', ['head', 'anna', 'ivan', 'john', 'oleg']],
  ['Contracts', 'Договорная работа', ['maria', 'kate', 'nowork']],
] as const;

export const userId = idsByKey(
  kinds.user,
  users.map(({ login }) => login),
);
export const groupId = idsByKey(
  kinds.group,
  groups.map(([key]) => key),
);
const systemRoleId = idsByKey(
  kinds.systemRole,
  roles.map(([key]) => key),
);

/** Fills users, their groups and the system roles. */
export function seedUsers(seeding: Seeding): void {
  const { world, entity } = seeding;
  world.users.insert(...users.map((row, index) => buildUser(seeding, row, index + 1)));
  for (const [index, [, name, members]] of groups.entries())
    world.groups.insert({ ...entity(kinds.group, index + 1), name, memberIds: members.map(userId) });
  for (const [index, [key, levels]] of roles.entries())
    world.systemRoles.insert({
      ...entity(kinds.systemRole, index + 1),
      name: roleNames[key] ?? key,
      permissions: sections.map((section: Section, place) => ({
        section,
        accessLevel: levels[place] ?? 'None',
      })),
    });
  applyRoles(world);
}

function buildUser(seeding: Seeding, row: UserRow, number: number): User {
  const [lastName, firstName, middleName = ''] = row.names;
  const english = row.language === 'en';
  const isClient = row.role === 'Client';
  const names = english ? [firstName, lastName] : [lastName, firstName, middleName];
  return {
    ...seeding.entity(kinds.user, number, 380 - number, 20),
    name: names.filter((part) => part !== '').join(' '),
    lastName,
    firstName,
    middleName,
    initials: names.map((part) => part.charAt(0)).join(''),
    email: `${row.login}@${isClient ? 'example.org' : 'example.com'}`,
    login: row.login,
    password: `sandbox-${row.login}`,
    isClient,
    isLocked: false,
    isSystem: false,
    isAdministrator: false,
    workingStatusId: workingStatusId('Working'),
    roleIds: [systemRoleId(row.role)],
    work: {
      phone: english ? `020 7946 0${100 + number}` : `+7 495 000-00-${10 + number}`,
      timeZone: english ? 'Europe/London' : 'Europe/Moscow',
      position: row.position,
      department: row.department,
      organization: isClient ? '' : 'Учебная фирма / Sample firm',
      site: isClient ? '' : 'https://firm.example.com',
    },
    attributes: {
      Office: english ? 'London' : 'Москва',
      ...(number % 3 === 0 ? { Languages: ['ru', 'en'] } : {}),
    },
    sections: {},
    roleSections: {},
    seesWorkBlock: !isClient,
    language: english ? 'en' : 'ru',
    ...(row.login === 'newcomer' ? {} : { lastLoginAt: seeding.day(-(number % 5) - 1, '07:40') }),
    ...(row.login === 'expired' ? { passwordExpiresAt: seeding.day(-10) } : {}),
    ...structuredClone(row.more),
  };
}

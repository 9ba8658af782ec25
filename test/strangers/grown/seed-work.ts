/** Tasks and calendar of the firm. */
import type { CalendarEvent, Task } from '../world.ts';
import type { Memory } from './memory.ts';

/** Allowed names of tasks. The service rejects all others. */
export const taskNames = [
  'Подготовить исковое заявление',
  'Подготовить отзыв',
  'Подготовить ходатайство',
  'Подать апелляционную жалобу',
  'Подать кассационную жалобу',
  'Проверить договор',
  'Согласовать договор',
  'Позвонить клиенту',
  'Направить претензию',
  'Ответить на претензию',
  'Оплатить госпошлину',
  'Получить исполнительный лист',
  'Ознакомиться с материалами дела',
  'Заказать выписку',
  'Собрать доказательства',
  'Подготовить доверенность',
  'Выставить счёт',
  'Подготовить отчёт клиенту',
  'Участвовать в заседании',
  'Включиться в реестр требований',
  'Проверить контрагента',
  'Сдать дело в архив',
  'Подготовить мировое соглашение',
  'Обновить карточку дела',
] as const;

const details = [
  'Согласовать с клиентом до отправки.',
  'Взять оригиналы у секретаря.',
  'Черновик лежит в папке дела.',
  'Срок продлевали один раз.',
  'Проверить расчёт процентов.',
  'Нужна подпись управляющего партнёра.',
  'Отправить через канцелярию, сохранить опись.',
];

const seedTasks = (memory: Memory): void => {
  const { world, dice } = memory;
  const people = world.users.filter((user) => user.isActive && !user.isClient);
  const me = world.signsIn.userId;
  for (let index = 0; index < 168; index += 1) {
    // Deadlines are from three months ago to two months ahead. Some tasks have none.
    const offset = ((index * 37) % 150) - 90;
    const hasDeadline = index % 9 !== 8;
    const isPast = offset < 0;
    const ended = isPast ? index % 5 !== 0 : index % 14 === 0;
    const status = ended
      ? index % 10 === 3
        ? 'Отменена'
        : 'Выполнена'
      : ['Новая', 'В работе', 'В работе', 'На проверке', 'Приостановлена'][index % 5];
    const created = memory.day(Math.min(offset - dice.int(3, 20), -1), dice.int(5, 15), dice.int(0, 59));
    const legalCase = index % 8 === 7 ? undefined : world.cases[(index * 5) % world.cases.length];
    const group = world.groups[index % 4];
    const responsibles =
      index % 12 === 11
        ? []
        : index % 6 === 4 && group
          ? [group.id]
          : index % 5 === 0
            ? [me]
            : [people[(index * 3) % people.length]?.id ?? me];
    if (index % 15 === 2 && group) responsibles.push(group.id);
    else if (index % 10 === 1 && !responsibles.includes(me)) responsibles.push(me);
    const task: Task = {
      id: dice.id(),
      name: taskNames[(index * 7) % taskNames.length] ?? taskNames[0],
      ...(index % 4 === 3
        ? {}
        : {
            description: `${dice.pick(details)}${index % 3 === 0 ? ` Контрольная сумма ${index * 1350} руб.` : ''}`,
          }),
      ...(index % 7 === 6 ? {} : { type: memory.taskTypes[index % 4]?.name ?? '' }),
      status: status ?? 'Новая',
      isOpen: !ended,
      ...(index % 6 === 5
        ? {}
        : { priority: ['Низкий', 'Обычный', 'Обычный', 'Высокий', 'Срочный'][(index * 3) % 5] ?? 'Обычный' }),
      ...(index % 3 === 0 ? {} : { startsAt: created }),
      ...(hasDeadline
        ? { deadline: memory.day(offset, index % 4 === 0 ? 9 : 15, index % 4 === 0 ? 30 : 0) }
        : {}),
      ...(legalCase ? { case: legalCase.id } : {}),
      responsibles,
      documents: [],
      extra: {
        author: people[index % people.length]?.id,
        createdAt: created,
        changedAt: new Date(created.getTime() + 3_600_000),
        history: [],
        attributes: index % 5 === 0 ? { OcenkaChasov: dice.int(1, 16), invoice_needed: index % 2 === 0 } : {},
      },
    };
    world.tasks.push(task);
  }
};

const names: Record<string, readonly string[]> = {
  Встреча: ['Встреча с клиентом', 'Переговоры с контрагентом', 'Встреча с экспертом'],
  Срок: ['Срок подачи отзыва', 'Срок обжалования', 'Последний день оплаты'],
  Командировка: ['Командировка в Приреченск', 'Выезд на осмотр объекта', 'Командировка в Верхнеозёрск'],
  Внутреннее: ['Планёрка', 'Обучение сотрудников', 'День тишины'],
};

const seedEvents = (memory: Memory): void => {
  const { world, dice } = memory;
  const people = world.users.filter((user) => user.isActive);
  const trials = world.cases.filter((item) => item.card.Sud !== undefined);
  for (let index = 0; index < 92; index += 1) {
    const type =
      index % 2 === 0
        ? 'Судебное заседание'
        : (['Встреча', 'Срок', 'Командировка', 'Внутреннее'][(index >> 1) % 4] ?? 'Встреча');
    const isHearing = type === 'Судебное заседание';
    const offset = ((index * 29) % 130) - 65;
    const weekday = memory.day(offset).getUTCDay();
    const days = offset + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
    const isAllDay =
      type === 'Срок' ||
      (type === 'Командировка' && index % 3 !== 0) ||
      (type === 'Внутреннее' && index % 5 === 0);
    const startsAt = isAllDay
      ? memory.day(days)
      : memory.day(days, dice.int(6, 14), dice.pick([0, 10, 30, 45]));
    const long = type === 'Командировка' ? dice.int(1, 4) : 0;
    const endsAt = isAllDay
      ? memory.day(days + long)
      : new Date(startsAt.getTime() + long * 86_400_000 + dice.pick([30, 60, 90]) * 60_000);
    const legalCase = isHearing
      ? trials[(index * 3) % trials.length]
      : index % 3 === 0
        ? undefined
        : world.cases[(index * 7) % world.cases.length];
    const attendees: CalendarEvent['attendees'] = [];
    if (index % 9 !== 5)
      attendees.push({
        kind: 'user',
        id: index % 4 === 0 ? world.signsIn.userId : (people[(index * 5) % people.length]?.id ?? ''),
      });
    const other = people[(index * 11 + 3) % people.length];
    if (index % 3 === 1 && other && attendees[0]?.id !== other.id)
      attendees.push({ kind: 'user', id: other.id });
    const party = legalCase?.parties[0]?.participant;
    if (index % 4 === 2 && party) attendees.push({ kind: 'participant', id: party });
    if (index % 10 === 7) attendees.push({ kind: 'email', email: `guest${index}@gost.example` });
    const created = memory.day(Math.min(days - dice.int(2, 25), 0), 7, index % 60);
    world.events.push({
      id: dice.id(),
      name: isHearing ? `Заседание: ${legalCase?.name ?? ''}` : dice.pick(names[type] ?? ['Событие']),
      ...(index % 3 === 2
        ? {}
        : {
            description: isHearing
              ? dice.pick(['Предварительное заседание.', 'Допрос свидетеля.', 'Отложено с прошлого раза.'])
              : dice.pick(['Взять паспорт.', 'Повестка в приложении.', 'Подтвердить за день.']),
          }),
      ...(index % 13 === 11 ? {} : { type }),
      startsAt,
      ...(index % 11 === 9 ? {} : { endsAt }),
      isAllDay,
      ...(legalCase ? { case: legalCase.id } : {}),
      attendees,
      extra: {
        calendar: 'Фирма',
        location: isHearing
          ? `${String(legalCase?.card.Sud ?? '')}, зал ${dice.int(1, 12)}`
          : index % 4 === 1
            ? 'Переговорная «Затон»'
            : undefined,
        reminder: index % 5 === 0 ? 30 : undefined,
        createdAt: created,
        changedAt: created,
        attributes: isHearing ? { Zal: dice.int(1, 12), mode: index % 4 === 0 ? 'онлайн' : 'очно' } : {},
      },
    });
  }
};

/** Adds tasks and events. */
export const seedWork = (memory: Memory): void => {
  seedTasks(memory);
  seedEvents(memory);
};

import { fields, prompt } from './define.ts';

/** This file defines prompts about daily work and about the service. They change no data. */

export const myDay = prompt({
  name: 'my_day',
  arguments: { user: fields.user },
  en: {
    title: 'My day',
    description: 'Hearings, overdue tasks and those of today, also of my groups.',
    text: `
Show what today holds.
For the user {user}, not for me.

1. Call \`who_am_i\` for the date, the time zone and who I am.
2. Call \`agenda\` for today, with what is overdue; it covers tasks given to groups.
3. Order: hearings and other events by time, then overdue tasks, oldest first, then tasks of today. One line each with the case and a link. Mark tasks of a group as nobody’s own.
4. If today is no working day, say so. Change nothing; offer at most two next steps.`,
  },
  ru: {
    title: 'Мой день',
    description: 'Заседания, просроченные и сегодняшние задачи, в том числе моих групп.',
    text: `
Покажи, что у меня сегодня.
Для сотрудника {user}, а не для меня.

1. Вызови \`who_am_i\`: дата, часовой пояс и кто я.
2. Вызови \`agenda\` на сегодня вместе с просроченным; задачи групп туда входят.
3. Порядок: заседания и другие события по времени, затем просроченные задачи от старых к новым, затем сегодняшние. Каждая — одной строкой, с делом и ссылкой. Задачи группы отметь как задачи без ответственного.
4. Если день нерабочий, скажи об этом. Ничего не меняй; предложи не больше двух следующих шагов.`,
  },
});

export const myWeek = prompt({
  name: 'my_week',
  arguments: { user: fields.user },
  en: {
    title: 'My week',
    description: 'The next seven days, day by day, with working days and clashes.',
    text: `
Show the next seven days, day by day.
For the user {user}, not for me.

1. Call \`who_am_i\` for the date and the time zone.
2. Call \`agenda\` from today for seven days, with what is overdue. Call \`get_non_working_days\` for the same days.
3. For each day: events by time, then tasks due, with case and link. Name what falls on a non-working day, events that overlap, and deadlines within a day after a hearing.
4. Close with the three things to do first and why. Change nothing.`,
  },
  ru: {
    title: 'Моя неделя',
    description: 'Следующие семь дней по дням, с нерабочими днями и накладками.',
    text: `
Покажи следующие семь дней по дням.
Для сотрудника {user}, а не для меня.

1. Вызови \`who_am_i\`: дата и часовой пояс.
2. Вызови \`agenda\` с сегодняшнего дня на семь дней вместе с просроченным. Вызови \`get_non_working_days\` на те же дни.
3. По каждому дню: события по времени, затем задачи со сроком, с делом и ссылкой. Назови то, что попадает на нерабочий день, пересечения событий и сроки в пределах дня после заседания.
4. В конце — три главных дела и почему. Ничего не меняй.`,
  },
});

export const workloadOfTeam = prompt({
  name: 'workload',
  arguments: { group: fields.free('Group; left out: everybody', 'Группа; пусто — все') },
  en: {
    title: 'Workload',
    description: 'Active cases and overdue tasks of each lawyer.',
    text: `
How many active cases and overdue tasks does each lawyer have?
Only the group {group}.

1. Call \`workload\`, which counts; do not count in the chat.
2. A table, most overdue first: user, active cases, overdue tasks. Tasks of groups in separate rows.
3. Name users far above the others, and work without a responsible user. Do not judge a person’s work by these numbers.
4. Suggest at most three shifts, and change nothing until I choose.`,
  },
  ru: {
    title: 'Загрузка',
    description: 'Активные дела и просроченные задачи каждого юриста.',
    text: `
Сколько активных дел и просроченных задач у каждого юриста?
Только группа {group}.

1. Вызови \`workload\`: он считает сам, не пересчитывай в чате.
2. Составь таблицу, сначала те, у кого больше просроченных задач: сотрудник, активные дела, просроченные задачи. Задачи групп — отдельными строками.
3. Назови, у кого работы намного больше, чем у других, и что осталось без ответственного. Качество работы по этим данным не оценивай.
4. Предложи не больше трёх способов перераспределить работу и ничего не меняй, пока я не выберу.`,
  },
});

export const health = prompt({
  name: 'health',
  arguments: { script: fields.free('Script, or day of its run', 'Скрипт или день его запуска') },
  en: {
    title: 'Is the service healthy?',
    description: 'State of the service, and why a script failed.',
    text: `
Is the service healthy?
And why did this script fail: {script}

1. Call \`check_health\`. Say which check is not healthy and what that means for users; Degraded is slow, not broken.
2. If a script is asked about, call \`download_script_log\` for its day and quote the lines with the error. Leave out names and values of cases that occur in the log.
3. If a call answers 429 or says to wait, wait as long as it says and do not repeat before that.
4. Run no script and change no setting: say what the administrator should look at.`,
  },
  ru: {
    title: 'Работает ли система?',
    description: 'Состояние системы и почему не сработал скрипт.',
    text: `
Работает ли система?
И почему не сработал скрипт: {script}

1. Вызови \`check_health\`. Скажи, какая проверка не в порядке и что это значит для сотрудников; Degraded — медленно, но работает.
2. Если вопрос о скрипте, вызови \`download_script_log\` за этот день и приведи строки с ошибкой. Имена и данные дел из журнала не показывай.
3. Если вызов вернул ошибку 429 или просит подождать, жди столько, сколько указано, и раньше не повторяй.
4. Скрипты не запускай, настройки не меняй: скажи, на что обратить внимание администратору.`,
  },
});

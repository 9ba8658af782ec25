import { fields, prompt, required } from './define.ts';

/** This file defines prompts that change records or notify people. */

export const archiveClosed = prompt({
  name: 'archive_closed',
  arguments: {
    before: required(fields.free('Last changed before this date', 'Не менялись после этой даты')),
    stage: fields.stage,
  },
  en: {
    title: 'Archive closed cases',
    description: 'Lists closed cases for approval, then archives each.',
    text: `
Archive the closed cases that were last changed before {before}.
Stage that counts as closed: {stage}

1. \`search_cases\`: in work, LastChangeDateTo that date, all pages. Keep those whose stage means closed; if that is not clear, ask.
2. For those with open tasks or coming events (\`agenda\` by case) say so, and leave them out unless I say otherwise.
3. Show the whole list, numbered: name, number, responsible, last change, link. Wait until I approve it; I may strike out some.
4. \`archive_case\` for each approved one, one after another, with CheckForDuplicates on. On a duplicate or any refusal note it and continue; never switch the check off.
5. Report: archived, refused with the reason, not tried. \`restore_case\` undoes one. Never delete anything, whatever the list looks like.`,
  },
  ru: {
    title: 'Архивировать закрытые дела',
    description: 'Показывает список закрытых дел на утверждение, затем отправляет их в архив по одному.',
    text: `
Отправь в архив закрытые дела, которые последний раз менялись до {before}.
Стадия, на которой дело считается закрытым: {stage}

1. \`search_cases\`: дела в работе, LastChangeDateTo — эта дата, все страницы. Оставь те, стадия которых означает, что дело закрыто; если неясно, спроси.
2. Если по делу есть открытые задачи или будущие события (\`agenda\` по делу), скажи об этом и не включай дело, пока я не разрешу.
3. Покажи весь список с номерами: название, номер, ответственный, последнее изменение, ссылка. Дождись утверждения; часть я могу вычеркнуть.
4. \`archive_case\` для каждого утверждённого дела, по очереди, с включённым CheckForDuplicates. Если найден дубликат или получен отказ, отметь это и продолжай; проверку никогда не отключай.
5. Доложи, что отправлено в архив, в чём отказано и почему, что не выполнялось. Вернуть дело можно через \`restore_case\`. Никогда ничего не удаляй.`,
  },
});

export const restoreCase = prompt({
  name: 'restore_case',
  arguments: { case: required(fields.case) },
  en: {
    title: 'Bring a case back',
    description: 'Brings an archived case back to work.',
    text: `
I archived the wrong case: bring {case} back.

1. \`find_case\` with status Archived. If several fit, show name, number, date and link of each, and ask.
2. Tell me which one it is and wait for my yes.
3. \`restore_case\` with CheckForDuplicates on. On a conflict show the cases in ConflictObjects: one with the same data is in work, and I decide. Never switch the check off yourself.
4. Read it again with \`case_brief\` and give the link. Nothing else is changed.`,
  },
  ru: {
    title: 'Вернуть дело из архива',
    description: 'Возвращает архивное дело в работу.',
    text: `
Я отправил в архив не то дело: верни {case}.

1. \`find_case\` со статусом Archived. Если подходит несколько, покажи название, номер, дату и ссылку каждого и спроси.
2. Скажи, какое это дело, и дождись моего «да».
3. \`restore_case\` с включённым CheckForDuplicates. При конфликте покажи дела из ConflictObjects: дело с теми же данными уже в работе, решение за мной. Сам проверку никогда не отключай.
4. Перечитай через \`case_brief\` и дай ссылку. Больше ничего не меняй.`,
  },
});

export const notifyResponsible = prompt({
  name: 'notify_responsible',
  arguments: {
    case: required(fields.case),
    message: required(fields.free('What to tell', 'Что сообщить')),
  },
  en: {
    title: 'Tell the responsible lawyer',
    description: 'Shows the responsible user a notification with a link to the case.',
    text: `
Tell the responsible user of the case {case}: {message}

1. \`find_case\`, then \`get_object\`: who is responsible. If it is a group or nobody, ask whom to tell.
2. If the message says that a date moved, \`list_events\` of the case: show me the event as it stands, and \`update_event\` only after my yes.
3. Show me the recipient’s full name, the exact text and the button’s link (the Url of the case). Wait for my yes.
4. \`notify_user\`, once; a program may ask me again, that is right. Do not use dialogs that block the screen, and tell nobody else.
5. Say that it was shown, not that it was read.`,
  },
  ru: {
    title: 'Сообщить ответственному',
    description: 'Показывает ответственному за дело уведомление со ссылкой на это дело.',
    text: `
Сообщи ответственному по делу {case}: {message}

1. \`find_case\`, затем \`get_object\`: кто ответственный. Если это группа или ответственного нет, спроси, кому сообщить.
2. Если в сообщении говорится о переносе даты, вызови \`list_events\` по делу и покажи, каким событие записано сейчас; \`update_event\` — только после моего «да».
3. Покажи полное имя получателя, точный текст и ссылку кнопки (Url дела). Дождись моего «да».
4. Вызови \`notify_user\` один раз; программа может спросить меня ещё раз, это правильно. Не используй окна, которые закрывают экран, и больше никому не сообщай.
5. Скажи, что уведомление показано, а не что оно прочитано.`,
  },
});

export const safeUpdate = prompt({
  name: 'safe_update',
  arguments: {
    case: required(fields.case),
    change: required(fields.free('The field and its new value', 'Поле и новое значение')),
    stage: fields.stage,
  },
  en: {
    title: 'Change the card safely',
    description: 'Changes fields of a case and checks that they were really saved.',
    text: `
In the case {case} change this: {change}
New stage: {stage}

1. \`find_case\`, then \`get_object\`: note Version and the present values. \`get_object_type\` for the names and kinds of its fields.
2. Show a table: field, now, new. Ask about anything that can be read in two ways (amount, currency, date). Wait for my yes.
3. \`edit_object\` with these fields alone, the Version that you read and IsVersionEnabled true. If somebody changed the card meanwhile, read it again and show me the difference; never send without the version.
4. The answer does not prove that it was saved: blocks that I may only view are ignored silently. \`get_object\` again and compare each field.
5. Report: saved, not saved, and why if known.`,
  },
  ru: {
    title: 'Безопасно изменить карточку',
    description: 'Меняет поля дела и проверяет, что они действительно сохранены.',
    text: `
В деле {case} измени: {change}
Новая стадия: {stage}

1. \`find_case\`, затем \`get_object\`: запомни Version и нынешние значения. Названия и виды полей — в \`get_object_type\`.
2. Покажи таблицу: поле, нынешнее значение, новое значение. Спроси обо всём, что можно понять двояко (сумма, валюта, дата). Дождись моего «да».
3. \`edit_object\` только с этими полями, прочитанной Version и IsVersionEnabled true. Если за это время карточку кто-то изменил, перечитай её и покажи мне различия; без версии никогда не отправляй.
4. Ответ не доказывает, что всё сохранено: блоки, которые мне можно только просматривать, пропускаются без предупреждения. Ещё раз вызови \`get_object\` и сравни каждое поле.
5. Доложи, что сохранено, что не сохранено и почему, если известно.`,
  },
});

export const changeParties = prompt({
  name: 'change_parties',
  arguments: {
    case: required(fields.case),
    add: { ...fields.party, description: { en: 'Who joins', ru: 'Кого добавить' } },
    role: fields.role,
    remove: { ...fields.party, description: { en: 'Who leaves', ru: 'Кого исключить' } },
  },
  en: {
    title: 'Add or remove a party',
    description: 'Adds a participant to a case, or takes one out.',
    text: `
Change the parties of the case {case}.
Add: {add}
In the role: {role}
Take out: {remove}

1. \`case_brief\` for the case and its parties. If several cases fit, ask.
2. \`find_person\` for whoever joins. If several fit, show INN and city of each and ask; if none, ask before \`create_participant\` (CheckForDuplicates on). \`list_roles_in_case\` for the role.
3. Show me the parties before and after. Wait for my yes.
4. \`add_case_participant\` with ParticipantId and RoleId. \`exclude_participant\` with the RoleId to take away: without one the person loses every role, so warn me first. It deletes no participant; do not delete any.
5. \`case_brief\` again: show the parties as they are now.`,
  },
  ru: {
    title: 'Добавить или исключить участника',
    description: 'Добавляет участника в дело или исключает из него.',
    text: `
Измени состав участников дела {case}.
Добавить: {add}
В роли: {role}
Исключить: {remove}

1. \`case_brief\`: дело и его участники. Если подходит несколько дел, спроси.
2. \`find_person\` — найди того, кого нужно добавить. Если подходит несколько, покажи ИНН и город каждого и спроси; если никого нет, спроси, прежде чем вызвать \`create_participant\` (с включённым CheckForDuplicates). Роль найди через \`list_roles_in_case\`.
3. Покажи состав участников до и после изменения. Дождись моего «да».
4. \`add_case_participant\` с ParticipantId и RoleId. \`exclude_participant\` с RoleId той роли, которую нужно снять: без RoleId снимаются все роли, поэтому сначала предупреди меня. Самих участников не удаляй.
5. Ещё раз вызови \`case_brief\` и покажи, какие участники в деле теперь.`,
  },
});

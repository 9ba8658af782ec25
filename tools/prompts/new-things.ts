import { fields, prompt, required } from './define.ts';

/** This file defines prompts that create cases, documents, tasks and events. */

export const intake = prompt({
  name: 'intake',
  arguments: {
    party: required(fields.party),
    inn: fields.free('INN, where known', 'ИНН, если известен'),
    type: { ...fields.caseType },
    role: { ...fields.role },
    facts: fields.free('What happened, when', 'Что случилось, когда'),
  },
  en: {
    title: 'Open a new case',
    description: 'From a call to a case: conflict and duplicate check, participant, case, party.',
    text: `
Open a new case for {party}.
INN: {inn}
Type: {type}
Role of the party: {role}
What happened: {facts}

1. \`find_person\` by INN, else by name; \`find_case\` with it as party. Show me what is there: it may be the same matter, or a conflict.
2. \`list_object_types\` and \`get_object_type\` for the type: which fields are required. Ask me for what is missing; invent nothing.
3. Show me the whole plan: participant (existing or new), case with every field, role. Wait for my yes.
4. \`create_participant\` only if none exists, \`create_object\`, both with CheckForDuplicates on. On a conflict show the existing records and stop: never repeat with the check off.
5. \`add_case_participant\` with the role from \`list_roles_in_case\`.
6. Read it again with \`case_brief\`; report what was created, with links, and which step failed, if one did. Do not delete anything to clean up.`,
  },
  ru: {
    title: 'Завести дело',
    description:
      'От обращения до дела: проверить конфликт интересов и дубликаты, добавить участника, завести дело, указать сторону.',
    text: `
Заведи новое дело для {party}.
ИНН: {inn}
Тип: {type}
Роль участника: {role}
Что случилось: {facts}

1. \`find_person\` по ИНН, а если его нет — по ФИО или наименованию; \`find_case\` с этим лицом как стороной. Покажи, что уже есть: это может быть то же дело или конфликт интересов.
2. \`list_object_types\` и \`get_object_type\` для этого типа: какие поля обязательны. Спроси меня о недостающем; ничего не придумывай.
3. Покажи весь план: участник (есть или новый), дело со всеми полями, роль. Дождись моего «да».
4. \`create_participant\`, только если участника нет, затем \`create_object\`; в обоих вызовах CheckForDuplicates включён. При конфликте покажи существующие записи и остановись; не повторяй вызов с отключённой проверкой.
5. \`add_case_participant\` с ролью из \`list_roles_in_case\`.
6. Перечитай через \`case_brief\`; скажи, что создано, со ссылками, и какой шаг не удался, если был такой. Ничего не удаляй «для порядка».`,
  },
});

export const fileAndReview = prompt({
  name: 'file_and_review',
  arguments: {
    case: required(fields.case),
    file: required(fields.free('File: name or path', 'Файл: имя или путь')),
    document_type: fields.documentType,
    reviewer: required(fields.responsible),
    task: fields.task,
    due: fields.due,
  },
  en: {
    title: 'File a document and have it reviewed',
    description: 'Files a document into a case and creates a review task for somebody.',
    text: `
File {file} into the case {case} and create a task for {reviewer} to review it.
Type of document: {document_type}
Task name: {task}
Due: {due}

1. \`find_case\`, then \`get_object\` for its DocumentFolderId; \`find_person\` for the reviewer. If several fit, ask.
2. \`list_documents\` in that folder: is it filed already?
3. The task name must be in the dictionary of task names: \`list_dictionaries\`, \`list_dictionary_values\`. If it is not, show me the nearest. Check the due date with \`get_non_working_days\`.
4. Show me folder, document name and type, task, reviewer and date in full. Wait for my yes.
5. \`create_document\` into that folder, then \`create_task\` with CaseId and the document.
6. Report with links. If the task failed, the document stays filed: say so, and do not file it twice. After a lost answer look with \`list_documents\` or \`list_tasks\` before anything is repeated.`,
  },
  ru: {
    title: 'Приобщить документ и дать на проверку',
    description: 'Приобщает документ к делу и ставит задачу на его проверку.',
    text: `
Приобщи {file} к делу {case} и поставь {reviewer} задачу на проверку.
Тип документа: {document_type}
Наименование задачи: {task}
Срок: {due}

1. \`find_case\`, затем \`get_object\`: возьми DocumentFolderId дела; проверяющего найди через \`find_person\`. Если подходит несколько, спроси.
2. \`list_documents\` в этой папке: не приобщён ли он уже?
3. Наименование задачи должно быть в справочнике наименований задач: \`list_dictionaries\`, \`list_dictionary_values\`. Если его там нет, покажи ближайшие. Проверь срок через \`get_non_working_days\`.
4. Покажи полностью папку, название и тип документа, задачу, проверяющего и срок. Дождись моего «да».
5. \`create_document\` в эту папку, затем \`create_task\` с CaseId и документом.
6. Доложи со ссылками. Если задача не создана, документ остаётся в деле: скажи об этом и не приобщай его второй раз. Если ответ не получен, проверь через \`list_documents\` или \`list_tasks\`, прежде чем что-либо повторять.`,
  },
});

export const draftFromTemplate = prompt({
  name: 'draft_from_template',
  arguments: {
    case: required(fields.case),
    template: required(fields.free('Template: words of its name', 'Шаблон: слова из названия')),
  },
  en: {
    title: 'Draft from a template',
    description: 'Makes a document of a case from one of our templates.',
    text: `
Make a document from our template {template} for the case {case}.

1. \`find_case\`; \`list_documents\` with the words of the template. If several cases or templates fit, ask.
2. Show me case, template and target folder. Wait for my yes.
3. \`create_document_from_template\`, once. After a lost answer look with \`list_documents\` first.
4. Read the result with \`download_document\` if it is text. Tags without a value in the case are left out silently: list every place that looks empty, and what is missing in the case.
5. Give the link. It is a draft: send it to nobody.`,
  },
  ru: {
    title: 'Документ по шаблону',
    description: 'Создаёт в деле документ по нашему шаблону.',
    text: `
Создай документ по нашему шаблону {template} для дела {case}.

1. \`find_case\`; \`list_documents\` со словами из названия шаблона. Если подходит несколько дел или шаблонов, спроси.
2. Покажи дело, шаблон и папку. Дождись моего «да».
3. Вызови \`create_document_from_template\` один раз. Если ответ не получен, не повторяй, пока не проверишь через \`list_documents\`, не создан ли документ.
4. Прочитай результат через \`download_document\`, если это текст. Поля шаблона, для которых в деле нет значения, пропускаются без предупреждения: перечисли все места, похожие на пустые, и данные, которых не хватает в деле.
5. Дай ссылку. Это черновик: никому его не отправляй.`,
  },
});

export const planHearing = prompt({
  name: 'plan_hearing',
  arguments: {
    case: required(fields.case),
    when: required(fields.when),
    who: fields.free('Who should come', 'Кого пригласить'),
  },
  en: {
    title: 'Plan a hearing',
    description: 'Puts a hearing into the calendar after checking holidays and clashes.',
    text: `
Schedule a hearing in the case {case} for {when}.
Invite: {who}

1. \`who_am_i\` for the time zone; \`find_case\`. Give the date with its weekday, and the time in UTC.
2. \`get_non_working_days\` for that day: on a holiday or weekend ask me before going on.
3. \`agenda\` for the case and for the responsible user on that day: name clashes, and a hearing that is there already.
4. \`list_event_types\` for the type; \`find_person\` for each guest: a user, a participant or an e-mail address.
5. Show me title, time, type, case, place and every guest. Wait for my yes: the service may notify guests.
6. \`create_event\`, once; give the link. If the hearing is there already, \`update_event\` instead of a second one.`,
  },
  ru: {
    title: 'Назначить заседание',
    description: 'Вносит заседание в календарь, проверив нерабочие дни и накладки.',
    text: `
Внеси заседание по делу {case} на {when}.
Пригласить: {who}

1. Узнай часовой пояс через \`who_am_i\`, найди дело через \`find_case\`. Назови дату с днём недели и время в UTC.
2. \`get_non_working_days\` на этот день: если он нерабочий, спроси меня.
3. \`agenda\` по делу и по ответственному на этот день: назови накладки и заседание, если оно уже внесено.
4. Тип найди через \`list_event_types\`, каждого приглашённого — через \`find_person\`: это пользователь, участник или адрес почты.
5. Покажи название, время, тип, дело, место и всех приглашённых. Дождись моего «да»: система может их известить.
6. Вызови \`create_event\` один раз и дай ссылку. Если заседание уже внесено, измени его через \`update_event\`, а второе не создавай.`,
  },
});

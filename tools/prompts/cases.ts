import { fields, prompt, required } from './define.ts';

/** This file defines prompts about cases. They change no data. */

export const briefMe = prompt({
  name: 'brief_me',
  arguments: { case: required(fields.case) },
  en: {
    title: 'Brief me on a case',
    description: 'One page before a call: parties, stage, deadlines, recent events.',
    text: `
Brief me on the case {case} before a call.

1. Call \`case_brief\` with the case. If several cases fit, show me the candidates and ask which one.
2. Call \`case_timeline\` for the last and the next 30 days.
3. Write one page: what the case is about, parties and their counsel, stage, responsible; what is overdue or due next and who does it; the next hearing; the newest documents, with links. End with what I should ask about on the call.
4. Say what could not be read or was withheld. Do not fill gaps by guessing. Change nothing.`,
  },
  ru: {
    title: 'Справка по делу',
    description: 'Одна страница перед звонком: стороны, стадия, сроки, последние события.',
    text: `
Подготовь меня к звонку по делу {case}.

1. Вызови \`case_brief\` с этим делом. Если подходит несколько дел, покажи их и спроси, какое нужно.
2. Вызови \`case_timeline\` за последние и на следующие 30 дней.
3. Напиши одну страницу: о чём дело, стороны и их представители, стадия, ответственный; что просрочено, какой срок ближайший и кто за это отвечает; ближайшее заседание; новые документы со ссылками. В конце — о чём мне спросить во время звонка.
4. Скажи, что не удалось прочитать и что скрыто из-за моих прав. Ничего не додумывай. Ничего не меняй.`,
  },
});

export const dueThisWeek = prompt({
  name: 'due_this_week',
  arguments: { case: required(fields.case) },
  en: {
    title: 'Due this week on a case',
    description: 'Tasks and events of one case this week, and who is responsible.',
    text: `
What is due this week on the case {case}, and who is responsible?

1. Call \`find_case\` with the case. If several fit, show them and ask which one.
2. Call \`agenda\` for that case from today to the end of the week, with what is overdue.
3. A table: day and time, what, who is responsible (a group counts as nobody yet), link. Overdue first.
4. If there is nothing, say when the next thing is due. Change nothing.`,
  },
  ru: {
    title: 'Что по делу на этой неделе',
    description: 'Задачи и события одного дела на этой неделе и ответственные за них.',
    text: `
Что нужно сделать по делу {case} на этой неделе и кто ответственный?

1. Вызови \`find_case\` с этим делом. Если подходит несколько, покажи их и спроси, какое нужно.
2. Вызови \`agenda\` по этому делу с сегодняшнего дня до конца недели вместе с просроченным.
3. Составь таблицу: день и время, что сделать, ответственный (если это группа, считай, что его ещё нет), ссылка. Сначала просроченное.
4. Если ничего нет, скажи, когда ближайший срок. Ничего не меняй.`,
  },
});

export const whoIsInCase = prompt({
  name: 'who_is_in_case',
  arguments: { case: required(fields.case) },
  en: {
    title: 'Who is in the case',
    description: 'Parties, their counsel and roles, and our people.',
    text: `
Who are the parties in the case {case}, and who represents them?

1. Call \`case_brief\` with the case. If several fit, show them and ask which one.
2. If you need more about a party call \`get_participant\` with its id.
3. List by role: name, whom they represent, their organisation. Then our responsible user.
4. Give phones and e-mail addresses only if I ask. Change nothing.`,
  },
  ru: {
    title: 'Кто участвует в деле',
    description: 'Стороны, их представители и роли, а также наши сотрудники.',
    text: `
Кто стороны дела {case} и кто их представляет?

1. Вызови \`case_brief\` с этим делом. Если подходит несколько, покажи их и спроси, какое нужно.
2. Если нужны подробности о стороне, вызови \`get_participant\` с её id.
3. Составь список по ролям: ФИО или наименование, кого представляет, организация. Затем назови ответственного с нашей стороны.
4. Телефоны и адреса почты называй, только если я попрошу. Ничего не меняй.`,
  },
});

export const conflictCheck = prompt({
  name: 'conflict_check',
  arguments: { party: required(fields.party), inn: fields.free('INN, where known', 'ИНН, если известен') },
  en: {
    title: 'Conflict check',
    description: 'Checks whether we ever acted for or against somebody.',
    text: `
Have we ever acted for or against {party}?
INN: {inn}

1. Call \`find_person\` with the INN if there is one, and with the name: also without the legal form, in Russian and in Latin letters. Namesakes with another INN are other people: keep them apart.
2. For each match call \`find_case\` with it as party, in work and archived; \`case_brief\` shows its role and our client.
3. A table: case, period, its role, our client, for or against, link. Then your finding: conflict, possible conflict, none found.
4. Say that cases I may not see are missing here, so this does not replace a check by somebody with full permissions. Create and change nothing.`,
  },
  ru: {
    title: 'Проверка на конфликт интересов',
    description: 'Проверяет, вели ли мы дела за или против кого-либо.',
    text: `
Вели ли мы когда-нибудь дела за или против {party}?
ИНН: {inn}

1. Вызови \`find_person\` по ИНН, если он есть, и по ФИО или наименованию: также без правовой формы, по-русски и латиницей. Совпадение ФИО или наименования при другом ИНН — это другое лицо, не смешивай их.
2. По каждому найденному вызови \`find_case\`, указав его как сторону, среди дел в работе и в архиве; роль и нашего клиента показывает \`case_brief\`.
3. Составь таблицу: дело, период, роль, наш клиент, за или против, ссылка. Затем вывод: конфликт интересов есть, возможен или не найден.
4. Скажи, что дел, на которые у меня нет прав, здесь нет, поэтому это не заменяет проверку, которую проводит сотрудник с полными правами. Ничего не создавай и не меняй.`,
  },
});

export const signAndDownload = prompt({
  name: 'sign_and_download',
  arguments: {
    case: required(fields.case),
    document: fields.free('Which document', 'Какой документ'),
  },
  en: {
    title: 'Signed PDF and who signed',
    description: 'Finds a document of a case, shows its signatures and gets the printable copy.',
    text: `
Give me the signed PDF from the case {case}, and tell me who signed it.
The document: {document}

1. Call \`case_brief\` for the case. Call \`list_documents\` in its document folder to find the document; if several fit, show them with dates and ask.
2. Call \`get_document\`: its signatures, who and when; name those that were revoked. Tell me if nobody signed, before going on.
3. Call \`download_document_pdf\`; \`download_document_signature\` only if I ask for the signature files.
4. Say where the file is, or give the link if it is too large. Do not judge whether a signature is valid in law.`,
  },
  ru: {
    title: 'Подписанный PDF и кто подписал',
    description: 'Находит документ в деле, показывает, кто его подписал, и скачивает копию для печати.',
    text: `
Дай подписанный PDF из дела {case} и скажи, кто подписал.
Документ: {document}

1. Вызови \`case_brief\` по делу. Вызови \`list_documents\` в папке документов дела, чтобы найти документ; если подходит несколько, покажи с датами и спроси.
2. Вызови \`get_document\`: назови подписи, кто и когда подписал, и отдельно отозванные. Если документ никто не подписал, скажи об этом, прежде чем продолжать.
3. Вызови \`download_document_pdf\`; \`download_document_signature\` — только если я попрошу файлы подписей.
4. Скажи, где файл, или дай ссылку, если он слишком велик. Юридическую силу подписи не оценивай.`,
  },
});

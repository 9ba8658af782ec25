import type { Skill } from '../../src/contract/features/skill.ts';

export const caseIntake: Skill = {
  name: 'case-intake',
  en: {
    title: 'Take in a new matter',
    description:
      'Opening a case from a first letter or call: conflict check, parties, type, team, first deadlines. Use when somebody wants a new case or matter opened.',
    text: `
1. Collect what the firm needs before it opens anything: the client's full name and tax number, the other side, what it is about, the amount, the responsible person, and every date that was named. If there is a letter, read it with \`read_document\` and take the facts from it with their pages.
2. Check for a conflict first, as the skill conflict-of-interest says. If something was found, stop and show it: a person decides whether the firm may act.
3. Look for the same matter with \`find_case\` by client, other side and number, so that it is not opened twice.
4. Show one summary of everything that you will create and of missing data, and wait for a yes.
5. Call \`open_case_intake\` once with all of it. It uses known parties instead of creating them again, and reports what it created and found.
6. Read the case back with \`case_brief\` and compare it with the summary. Report differences, ids and links. Name fields that could not be filled; do not guess.
7. Offer the next steps as tasks with dates: power of attorney, engagement letter, limitation period. Create none without a yes.`,
  },
  ru: {
    title: 'Принять новое дело',
    description:
      'Открытие дела по первому письму или звонку: проверка конфликта, стороны, тип, команда, первые сроки. Нужен, когда просят завести или открыть новое дело.',
    text: `
1. Собери данные, без которых дело не заводят: ФИО или наименование и ИНН клиента, другая сторона, суть спора, сумма, ответственный и каждая названная дата. Если есть письмо, прочитай его через \`read_document\` и бери факты оттуда, указывая номера страниц.
2. Сначала проверь конфликт интересов, как сказано в навыке conflict-of-interest. Если что-то нашлось, остановись и покажи: можно ли вести дело, решает человек.
3. Поищи это же дело через \`find_case\` по клиенту, другой стороне и номеру, чтобы не открыть его дважды.
4. Покажи одной сводкой, что собираешься создать и чего не хватает, и дождись подтверждения.
5. Вызови \`open_case_intake\` один раз со всеми данными. Известные стороны он находит, а не создаёт заново, и говорит, что создал и что нашёл.
6. Прочитай дело через \`case_brief\` и сравни со сводкой. Сообщи расхождения, id и ссылки. Чего не удалось заполнить, скажи прямо, не додумывай.
7. Предложи следующие шаги задачами со сроками: доверенность, договор с клиентом, срок исковой давности. Без подтверждения ничего не создавай.`,
  },
};

export const conflictOfInterest: Skill = {
  name: 'conflict-of-interest',
  en: {
    title: 'Check for a conflict of interest',
    description:
      'Checks whether the firm already acts for or against somebody: names, groups, former cases, related people. Use before a new client or a new opponent is taken on.',
    text: `
1. List everybody to be checked: the client, the other side, their companies, directors, counsel and guarantors. Ask for tax numbers: names alone miss people or mix them up.
2. Call \`find_person\` for each, by name and again by tax number. It also accepts other spellings; look at each candidate, not only at the first.
3. For each one found call \`query_records\` over the parties of all cases, closed ones too, for the case, its stage, the role there and who is responsible. A former opponent counts as much as a present one.
4. Look for the same address, director or e-mail domain if the record shows one.
5. Report in a table: who, how found, case, role, open or closed, responsible. Then add one line each: what was checked, what you may not see, and what could not be read. Permissions may hide cases: finding nothing never means "no conflict", only "nothing found in the records that I may see".
6. Give no verdict. A person decides, and may grant a waiver.`,
  },
  ru: {
    title: 'Проверить конфликт интересов',
    description:
      'Ведёт ли уже фирма дела за или против кого-то: имена, группы, прежние дела, связанные люди. Нужен до того, как берут нового клиента или нового оппонента.',
    text: `
1. Перечисли всех, кого проверяем: клиент, другая сторона, их компании, руководители, представители, поручители. Спроси ИНН: только по имени людей легко не найти или перепутать.
2. Вызови \`find_person\` для каждого по ФИО или наименованию и ещё раз по ИНН. Он находит и другие написания имени; проверь всех кандидатов, а не только первого.
3. По каждому найденному вызови \`query_records\` по сторонам всех дел, в том числе закрытых: дело, стадия, роль, ответственный. Бывший оппонент важен не меньше нынешнего.
4. Ищи совпадения адреса, руководителя и домена почты, если они есть в записях.
5. Ответь таблицей: кто, как найден, дело, роль, открыто или закрыто, ответственный. Затем по одной строке: что проверено, что тебе недоступно, что не удалось прочитать. Права могут скрывать дела: «ничего не нашлось» — это не «конфликта нет», а «ничего среди того, что мне видно».
6. Вывода о конфликте не делай: решение и получение согласия сторон — за юристом.`,
  },
};

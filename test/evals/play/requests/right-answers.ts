/**
 * Correct answers as an assistant would phrase them on the date that all tests assume, Wednesday 2026-03-04. Only tests
 * use them, to check that no expectation requires unusual wording.
 */
export const rightAnswers: Readonly<Record<string, string>> = {
  'ru-01':
    '- Smith v. Northbridge Ltd — среда, 4 марта\n- Иванова против ТСЖ «Берёзка» — четверг, 5 марта\n- «Вектор» к «Северному мосту» — четверг, 5 марта',
  'ru-02': 'Больше всего открытых задач у Анны Петровой: 8. Из них 1 не привязана к делу.',
  'ru-03':
    'Просрочена одна задача: **Call client** по пожару на складе «Быстрого груза», с 21.02.2026, на Кейт Уинтерс.',
  'ru-04':
    'Под номером НП-2026-5 два дела: налоговая проверка ООО «Вектор» (Investigation, Климова М. О.) и Tax audit of Quill & Partners LLP (стадия Closed, Anna Petrova).',
  'ru-05': 'УБ-2026-101, LOSS-2026-102 и УБ-2026-103 в работе; А56-10101/2026 и LOSS-2026-099 уже в архиве.',
  'ru-06': 'Один: Д-17/2026 на 3 800 000 руб., заплатить надо было 24.11.2025.',
  'ru-07': 'Пункт 6.2: 0,1% от суммы долга за каждый день просрочки, потолок — 15% от долга.',
  'ru-08':
    'Срок оплаты вместо 30 дней — 60, неустойка вместо 0,1 % — 0,05 %. Ваше примечание: не соглашаться на срок более 30 дней без предоплаты.',
  'ru-09':
    'Суббота 7.03: две задачи Review contract (Mill Lane и аренда), событие Rent is due. Воскресенье 8.03: «Согласовать договор» по договору с Берёзкой, в календаре Harbour: defence is due.',
  'ru-10':
    'Взыскание с ИП Кузнецов А. В. (взыскано 310 000 руб.) и ошибочно заведённая вторая претензия к Северному мосту, П-7/2026 (взыскания нет).',
  'ru-11': 'Такого дела я не нашёл: возможно, у вас нет к нему доступа.',
  'ru-12': 'Инспекция стоит на понедельник, 9 марта. Срок возражений на акт — тоже 9 марта.',
  'ru-13': 'Задача «Call client» теперь на Kate Winters, срок прежний.',
  'ru-14': 'Собрание кредиторов теперь 23 марта, 12:00–15:00 по Москве.',
  'ru-15': 'Выполнены «Направить документы в суд» и «Согласовать договор».',
  'ru-16': 'Контрагент ООО «Тёплый подвал» заведён и добавлен третьим лицом.',
  'ru-17': 'Готово: доверенность лежит в деле.',
  'ru-18': 'Пометка про выписку из ЕГРЮЛ дописана.',
  'ru-19': 'В контактах теперь Резник Олег Ильич.',
  'ru-20': 'Учёта часов и счетов в системе нет, сделать этого не могу. Ничего не менял.',
  'ru-21': 'В карточке теперь Энский районный суд.',
  'ru-22': 'Задача для Зуевой Т. Л. поставлена, срок — понедельник, 9 марта, приоритет срочный.',
  'ru-23': 'Дело отправлено в архив.',
  'ru-24': 'В контактах два Ивана Иванова, с разными ИНН. Которого из них добавить?',
  'en-01':
    'Лютик v Кузнецов: Mon 9 March\nDelta v. Romashka: Thu 12 March\nИванов И. против Иванова И.: Fri 13 March',
  'en-02':
    "Yes: Roman Lisin's account is locked, and he still has Call client in Office lease, 4 Dock Road. It is 15 days late.",
  'en-03': 'Delta: call with counsel, Thursday 5 March at 09:00.',
  'en-04':
    "Northbridge's letter of demand. It relies on clause 4.2 and Schedule B of the service contract (footnote).",
  'en-05': 'Smith v. Northbridge Ltd (client: Jane Smith) and Delta v. Romashka (client: Delta Corp.).',
  'en-06':
    'Prepare bundle: Statement of claim, Hearing bundle. Draft witness statement: Expert report, A. Whitcombe. Send settlement offer: Settlement agreement (draft). Review contract (done): Service contract.',
  'en-07': 'Version 4, last changed on 1 March 2026. John signed it, but his signature was revoked.',
  'en-08': 'Anna Petrova: 1,250,000; John Hale: 712,500; Solovyov: 4,395,000.50.',
  'en-09':
    'УБ-2026-101, the warehouse fire of Быстрый груз: 5,600,000. The adjuster is Quill & Partners LLP.',
  'en-10':
    'Yes, four: EL-2026-02, НП-2026-5, ENF-2026-009, all in work, and CL-2026-000007, which is archived.',
  'en-11': 'Sorry, you do not have permission to see participants, so I can’t show the number.',
  'en-12':
    "You have two: in Harbour v. O'Brien it was due on 2 March (overdue), in Delta v. Romashka it is due on 11 March. Which did you mean?",
  'en-13': 'The task is with Kate Winters now and due on Monday 9 March.',
  'en-14': '“Harbour: defence is due” is on 15 March now. Your task was left alone.',
  'en-15': 'Both are done: Mill Lane and the bankruptcy of Harbour Light Lines.',
  'en-16': 'Coldwell Freight Ltd is in the contacts and a third party in the case.',
  'en-17': 'Filed from the template: Reply to claim.',
  'en-18': 'Your note was added below the old text.',
  'en-19': 'The contact is Siobhán Hart now.',
  'en-20': "I can't send WhatsApp messages or bill time from here. Nothing was changed.",
  'en-21': 'The settlement limit is 850,000 now.',
  'en-22': 'Booked: Friday 13 March, 9:00 to 10:00 London time, with you and Kate.',
  'en-23': 'The confirmation was declined, so the lease was not deleted.',
  'en-24': "Alan Whitcombe is the expert in Harbour v. O'Brien now, and no longer a witness.",
  'ru-25': 'Заседания перенесены: теперь 6 и 10 марта, время прежнее.',
  'ru-26': 'Все открытые задачи Климовой теперь на Соловьёве, сроки прежние.',
  'ru-27': 'Закрыты три задачи Белова.',
  'ru-28': 'Зуевой поставлены три задачи, на 10, 11 и 12 марта.',
  'ru-29': 'Оба срока в календаре: истец до 9 марта, ответчик до 13 марта.',
  'ru-30': 'В архив ушли три дела страховой.',
  'ru-31': 'В карточках обоих дел судья Кораблёва Н. П.',
  'ru-32': 'Сроки сдвигались на неделю, потом всё возвращено.',
  'en-25': 'The hearings are on Friday 6 March and Tuesday 10 March now.',
  'en-26': "All of Kate's open tasks are with Anna now.",
  'en-27': 'You had two of them, both are closed.',
  'en-28': 'Kate has three tasks now, due on 10, 11 and 12 March.',
  'en-29': 'Both instalments are in the calendar: 24 March and 23 April 2026.',
  'en-30': 'All three matters are in the archive.',
  'en-31': 'Both cards say R. Oakes now.',
  'en-32': 'The dates moved by a week and then everything was undone.',
};

/** Invented sentences as in documents of a law firm. */
export const russianProse = [
  'Истец обратился в арбитражный суд с требованием о взыскании задолженности по договору поставки,',
  'ссылаясь на то, что ответчик не исполнил обязательство по оплате поставленного товара в срок,',
  'который стороны установили в договоре, несмотря на неоднократные письменные напоминания.',
  'Представитель ответчика возражал против удовлетворения исковых требований в полном объёме,',
  'поскольку накладные подписаны неуполномоченным лицом, а печать организации не проставлена.',
  'Суд, исследовав материалы дела и выслушав доводы сторон, пришёл к следующим выводам.',
];
export const englishProse = [
  'The claimant seeks damages for breach of the supply agreement and interest on the sum due,',
  'on the ground that the defendant failed to pay for the goods within the agreed period,',
  'notwithstanding several written reminders and an express acknowledgement of the debt.',
  'Counsel for the defendant submitted that the delivery notes had been signed by a person',
  'without authority and that no valid invoice was ever served in accordance with clause 7.',
  'Having considered the evidence, the court made the following findings of fact and law.',
];

import type { Skill } from '../../src/contract/features/skill.ts';

export const safeChanges: Skill = {
  name: 'safe-changes',
  en: {
    title: 'Change records safely',
    description:
      'Updating, moving, notifying, archiving or deleting in the case system without losing anything. Use before any call that writes.',
    text: `
1. Find the one record that is meant, with \`find_case\`, \`find_person\` or a link. With two candidates ask; never take the first.
2. Read it now; do not rely on an earlier read, because somebody else may have changed it.
3. Say in one line what will change, from what to what, and what it will not touch. Updates keep the other values unless the tool says that it replaces them; a refusal names the values that would be lost.
4. One purpose, one call. For many records first show the list and its count, change one, look at it, then go on.
5. A human is asked before deleting, notifying people and changing permissions. A refusal or a missing answer is final: do not look for another way to do the same.
6. Read the answer: it says what changed. "Not saved" and "does not show" mean that the service did not carry out the whole request. Report it and stop.
7. After an error whose outcome is unknown look at the record before you try again: the first attempt may have worked.
8. Finish with a list of the changes, with links, and how to undo them if possible. For rare operations use \`find_operations\`.`,
  },
  ru: {
    title: 'Менять записи безопасно',
    description:
      'Изменить, перенести, уведомить, отправить в архив или удалить так, чтобы ничего не потерять. Нужен перед любым вызовом, который меняет данные.',
    text: `
1. Найди ту самую запись через \`find_case\`, \`find_person\` или по ссылке. Если подходят две, спроси; первую попавшуюся не бери.
2. Прочитай её сейчас, а не бери из начала разговора: её мог изменить кто-то другой.
3. Скажи одной строкой, что изменится, с какого значения на какое, и чего изменение не коснётся. Изменения дополняют имеющиеся данные, если инструмент не говорит, что заменяет их; если данные были бы потеряны, он откажет и назовёт их.
4. Одна цель — один вызов. Если записей много, сначала покажи список и их число, измени одну, проверь её и только потом продолжай.
5. На удаление, уведомления и изменение прав нужно подтверждение пользователя. Отказ или молчание — это ответ: не ищи обходного пути.
6. Читай ответ: в нём сказано, что изменилось. «Не сохранено» и «не показывает» значат, что система, возможно, не сделала того, о чём просили. Сообщи об этом и остановись.
7. После ошибки с неизвестным исходом сначала посмотри на запись: первая попытка могла удаться.
8. В конце скажи, что изменено, дай ссылки и скажи, как вернуть, если это можно. Редкую операцию найдёт \`find_operations\`.`,
  },
};

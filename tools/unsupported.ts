import type { Unsupported } from '../src/contract/features/toolsets.ts';

/**
 * Requests from users in a law firm that no operation of the API can fulfil. A request matches if it contains a word
 * from every group: a word that starts with a listed string, or that equals a listed string after `=`.
 */
export const unsupported: readonly Unsupported[] = [
  {
    groups: [
      'send forward mail email отправ отошл послать пошли перешл перешли разосл разошл',
      'email e-mail =mail =mails почт имейл =letter письм',
    ],
    say: 'no operation sends e-mail. draft_document files a letter, find_person with contacts gives the address; the user sends it.',
  },
  {
    groups: ['=sms =смс whatsapp ватсап telegram телеграм messenger мессендж'],
    say: 'no operation sends messages to phones or messengers. notify_user shows a pop-up to a user of the service.',
  },
  {
    groups: [
      'time hour timesheet billable врем час трудозатрат таймшит',
      'entry entries log track record write book billable timesheet bill списа спиши учет учёт учест учес запис запиши списа внес трудозатрат таймшит отработ потра',
      '=time =hours =hour timesheet billable времени =время часов =часы =часа трудозатрат таймшит',
    ],
    unless: 'часово zone пояс',
    say: 'no operation stores time entries or hours worked. A card field or a task description can contain a number of hours.',
  },
  {
    groups: [
      'invoice billing =bill =bills инвойс =счет =счета =счёт =счёты выставл',
      'create make send issue generate raise prepare invoice billing выстав созда сдела сформир подготов инвойс',
    ],
    say: 'no operation creates bills, invoices or payments. draft_document and create_document_from_template write such documents.',
  },
  {
    groups: [
      '=ocr =scanning сканиров отсканир распозна =scan',
      '=ocr =scanning сканиров отсканир распозна =this =these =paper =papers =it',
    ],
    say: 'no operation scans paper or recognises text in pictures. read_document reads files that have text, and shows pages as pictures with as "pages".',
  },
  {
    groups: [
      '=sign =esign подписать подпиши =подпишем',
      'document contract agreement letter file =it =this документ договор соглашен письм файл =это =его',
    ],
    say: 'no operation signs a document. get_document shows who signed it.',
  },
  {
    groups: [
      '=merge combine =join concatenate split объедин склеи склей соедин раздели разделяй',
      '=pdf =pdfs document file пдф документ файл',
    ],
    say: 'no operation merges, splits or converts files. read_document reads each of them, draft_document writes a new one.',
  },
  {
    groups: [
      'precedent caselaw прецедент судебн =case',
      'law precedent research search find caselaw практик прецедент',
      '=law precedent caselaw практик прецедент',
    ],
    say: 'no operation searches case law or statutes. It has only the records of this service.',
  },
  {
    groups: [
      'efile e-file =file подать подай подад загруз',
      'court =кад кад. арбитр гас суд',
      'online electronic portal website =court efile e-file электронн портал онлайн сайт =кад кад. =гас =арбитр мой',
    ],
    unless: '=scan скан ruling judgment решение решения определение определения постановление постановления',
    say: 'no operation files papers with a court. create_task can plan it, create_document stores filed papers.',
  },
  {
    groups: [
      'comment коммент remark =note =notes заметк =заметок пометк =пометок примечан',
      'add write post leave reply put read list show get see delete edit добав напис остав ответ прочит покаж посмотр удал измен task задач case дел',
    ],
    unless:
      'document contract agreement file =word docx =pdf tracked promissory credit attendance =text phone call event hearing appointment card документ договор соглашен контракт файл ворд допуск карточ звон событи заседан встреч permission право права access',
    say: 'no operation adds or reads comments or notes of a record. The Description of a task (update_task) or a card field (edit_object) can contain a note; notify_user shows a pop-up to a user.',
  },
  {
    groups: [
      '=who history =audit trail changelog previous earlier кто истори журнал прежн предыдущ ранн',
      'version revision edited modified changed changelog =audit верси редакци изменил изменял менял поменял правил изменени правок правки',
    ],
    unless:
      'since compare responsible list find which ответствен сравн сверь список найди какие case matter дел дела',
    say: 'no operation shows earlier versions, or who changed a case or document. get_task shows who created and changed a task, and task_history of query_records does for several. Besides, get_document shows author and last change date, compare_documents compares two files, and query_records finds records changed since a day.',
  },
  {
    groups: [
      'expense disbursement =fee =fees =cost =costs payment retainer расход издерж пошлин госпошлин платеж оплат трат',
      'case matter client record track log register enter record add list show total balance =дело =дела =делу клиент внес запис запиш учет учёт учти добав покаж список итог баланс',
    ],
    unless:
      'card table row block field contract task remind deadline letter letters карточ таблиц строк блок договор поле полю поля задач напомн срок письм поруч поставь',
    say: 'no operation stores expenses, fees or payments. A firm may store them in its cards: get_object shows fields, list_table_objects rows of a table block, query_records sums them.',
  },
  {
    groups: [
      'create new add invite block unblock deactivate delete remove reset change созда завед завест добав нов пригла заблок разблок удал сброс смен',
      '=user =users =account =accounts =login password пользовател учетн учётн =логин парол',
    ],
    unless:
      'case task event notify notification pop-up dialog window message role permission group attendee participant responsible access assign token session дел задач событи уведомл окно сообщен роль роли прав групп участник ответствен доступ токен сесси пользовательск звон call meeting hearing встреч заседан совещан',
    say: 'no operation creates, blocks or changes users, and none sets passwords. list_users and get_user read them, update_role_permission changes a role. An administrator does it in the service.',
  },
  {
    groups: [
      'create new add make rename созда завед завест добав нов переимен',
      '=folder =folders =subfolder =subfolders =directory папк =папка =папку подпапк',
    ],
    unless: '=in =into put upload file document paper scan загруз полож файл документ письм =в =во',
    say: 'no operation creates or renames folders. list_folders and list_documents find those that exist; a user makes new ones in the service.',
  },
  {
    groups: [
      'create new add make delete remove erase rename close change edit archive созда завед завест добав удал сотри стереть переимен закр измен архив',
      '=project =projects проект',
    ],
    unless:
      '=in =into =for =with case matter record card task event document file contract agreement letter claim draft participant =в =во =из =для =по дел объект карточ задач событи документ файл договор контракт соглашен письм иск жалоб заявлен претенз отзыв черновик',
    say: 'no operation creates, changes or deletes projects. list_projects and get_project read them; a case of a project is deleted with archive_object and then delete_object.',
  },
];

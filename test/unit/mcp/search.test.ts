import { describe, expect, it } from 'vitest';
import { shippedToolbox } from '../../../src/catalogue.ts';
import { stem } from '../../../src/mcp/tools/search/search-terms.ts';

const toolbox = shippedToolbox();
const found = async (query: string) =>
  (await toolbox.search(query)).tools.map(({ definition }) => definition.name);

/** Users' phrasings, and the operation that must be among the first three results. */
const table: readonly (readonly [query: string, operation: string])[] = [
  ['change role of a participant in a case', 'add_case_participant'],
  ['change role of a participant in a case', 'exclude_participant'],
  ['изменить роль участника в деле', 'add_case_participant'],
  ['document versions history', 'get_document'],
  ['история версий документа', 'get_document'],
  ['documents attached to a task', 'list_tasks'],
  ['documents attached to a task', 'get_task'],
  ['какие файлы приложены к задаче', 'get_task'],
  ['перенести дело в архив', 'archive_case'],
  ['поручить задачу коллеге', 'create_task'],
  ['создать задачу', 'create_task'],
  ['поставь задачу на юриста', 'create_task'],
  ['удалить задачу', 'delete_task'],
  ['закрыть задачу', 'update_task'],
  ['мои просроченные задачи', 'list_tasks'],
  ['статусы задач', 'list_task_statuses'],
  ['приоритеты задач', 'list_task_priorities'],
  ['создать дело', 'create_object'],
  ['завести новое дело', 'open_case_intake'],
  ['найти дело по номеру', 'find_case'],
  ['отправить дело в архив', 'archive_case'],
  ['вернуть дело из архива', 'restore_case'],
  ['удалить дело', 'delete_case'],
  ['изменить карточку дела', 'edit_object'],
  ['добавить участника в дело', 'add_case_participant'],
  ['исключить участника из дела', 'exclude_participant'],
  ['найти контрагента по ИНН', 'list_participants'],
  ['создать контрагента', 'create_participant'],
  ['перенести заседание', 'update_event'],
  ['назначить заседание', 'create_event'],
  ['удалить событие', 'delete_event'],
  ['загрузить документ', 'create_document'],
  ['скачать документ', 'download_document'],
  ['документ по шаблону', 'create_document_from_template'],
  ['распечатать документ с подписями', 'download_document_pdf'],
  ['список документов дела', 'list_documents'],
  ['уведомить пользователя', 'notify_user'],
  ['список сотрудников', 'list_users'],
  ['права роли', 'list_role_permissions'],
  ['запустить скрипт', 'run_script'],
  ['праздники и выходные', 'get_non_working_days'],
  ['связанные дела', 'list_related_objects'],
  ['значения справочника', 'list_dictionary_values'],
  ['распаковать архив', 'extract_archive'],
  ['записать звонок', 'create_call'],
  ['кто из юристов свободен', 'workload'],
  ['хронология дела', 'case_timeline'],
  ['повестка на неделю', 'agenda'],
  ['роли в деле', 'list_roles_in_case'],
  ['assign a task', 'create_task'],
  ['reassign the task to a colleague', 'update_task'],
  ['reschedule a hearing', 'update_event'],
  ['archive the case', 'archive_case'],
  ['reopen a case', 'restore_case'],
  ['upload a file to a case', 'create_document'],
  ['fill a template', 'create_document_from_template'],
  ['who works on what, workload', 'workload'],
  ['remove a party from a case', 'exclude_participant'],
  ['search cases by responsible', 'search_cases'],
  ['send a message to a user', 'notify_user'],
  ['holidays', 'get_non_working_days'],
  ['unzip', 'extract_archive'],
  ['is the service alive', 'check_health'],
  ['legal forms of companies', 'list_legal_forms'],
  ['delte a documnt', 'delete_document'],
  ['create_task', 'create_task'],
];

describe('the search for operations', () => {
  it.each(table)('«%s» finds %s among the first three', async (query, operation) => {
    expect((await found(query)).slice(0, 3)).toContain(operation);
  });

  it('finds nothing for words that mean nothing here', async () => {
    expect(await found('xqzzwv')).toEqual([]);
    expect(await found('!?…')).toEqual([]);
  });

  it('puts the newest version before the older ones', async () => {
    const names = await found('create participant');
    expect(names.indexOf('create_participant')).toBeLessThan(names.indexOf('create_participant_v3'));
  });

  it('finds the prompts whose tools are all available', async () => {
    const { prompts } = await toolbox.search('спланировать заседание');
    expect(prompts.map(({ name }) => name)).toContain('plan_hearing');
    expect((await toolbox.search('распаковать архив')).prompts).toEqual([]);
  });

  it('corrects a misspelled word, but no name', async () => {
    expect(await found('удалть задчу')).toContain('delete_task');
    expect((await found('дела Задачкина'))[0]).not.toContain('task');
  });

  it.each([
    'решение решения решению решением решении решений решениям решениями решениях',
    'заявление заявления заявлению заявлением заявлении заявлений',
    'уведомление уведомления уведомлений уведомлениями',
    'заседание заседания заседаний заседаниям заседании',
    'документ документа документы документов документами',
    'create creates created creating',
    'party parties',
    'close closes closed closing',
    'hearing hearings',
    'notification notifications',
  ])('takes all of these for one word: %s', (forms) => {
    expect(new Set(forms.split(' ').map(stem)).size).toBe(1);
  });
});

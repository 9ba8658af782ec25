import type {
  OperationCall,
  OperationClient,
  OperationFor,
  OperationName,
} from '../contract/operation-client.ts';
import type { RecordKind } from '../contract/record-ref.ts';
import type { Resource, ResourceContent } from '../contract/resource.ts';
import type { WorkflowContext } from '../contract/workflow.ts';
import { caseBrief } from './case-brief/index.ts';
import { readDocument } from './document-page.ts';

/** What can be read by address: records of cases and people, and what the office chooses from. */
export const resources: readonly Resource[] = [
  list('dictionaries', 'all', 'Dictionaries', 'All dictionaries; read one by its name.', 'list_dictionaries'),
  list('roles-in-case', 'roles-in-case', 'Roles in case', 'Roles of parties in cases.', 'list_roles_in_case'),
  list('object-types', 'object-types', 'Types of cases', 'Types of cases and objects.', 'list_object_types'),
  list('task-types', 'task-types', 'Task types', 'Types of tasks.', 'list_task_types'),
  list('task-statuses', 'task-statuses', 'Task statuses', 'Statuses of tasks.', 'list_task_statuses'),
  list(
    'task-priorities',
    'task-priorities',
    'Task priorities',
    'Priorities of tasks.',
    'list_task_priorities',
  ),
  list('event-types', 'event-types', 'Event types', 'Types of calendar events.', 'list_event_types'),
  list('legal-forms', 'legal-forms', 'Legal forms', 'Legal forms of companies.', 'list_legal_forms'),
  {
    name: 'case',
    title: 'Case',
    description:
      'One page on a case: card, parties, open tasks, events, newest documents. By id, number or words of the name that fit one case.',
    uri: 'case://{id}',
    mimeType: 'text/plain',
    suggests: 'case',
    read: readCase,
  },
  {
    name: 'document',
    title: 'Document',
    description: 'The card of a document, by id or name, with the text of a small text file.',
    uri: 'document://{id}',
    mimeType: 'application/json',
    read: readDocument,
  },
  {
    name: 'participant',
    title: 'Participant',
    description: 'A company or individual, by id, INN, e-mail or name.',
    uri: 'participant://{id}',
    mimeType: 'application/json',
    suggests: 'participant',
    read: named('participant', 'get_participant'),
  },
  {
    name: 'user',
    title: 'User',
    description: 'A user of the service, by id, e-mail, name or me.',
    uri: 'user://{id}',
    mimeType: 'application/json',
    suggests: 'user',
    read: named('user', 'get_user'),
  },
  {
    name: 'dictionary',
    title: 'Dictionary',
    description: 'The values of a dictionary, by its name, system name or id.',
    uri: 'dictionaries://{dictionary}',
    mimeType: 'application/json',
    suggests: 'dictionary',
    read: readDictionary,
  },
];

function list(
  name: string,
  address: string,
  title: string,
  description: string,
  operation: OperationFor<Readonly<Record<never, never>>>,
): Resource {
  return {
    name,
    title,
    description,
    uri: `dictionaries://${address}`,
    mimeType: 'application/json',
    read: (operations) => readChoices(operations, [operation, {}]),
  };
}

/** A record of a kind, by what people call it. */
function named(kind: RecordKind, operation: 'get_participant' | 'get_user'): Resource['read'] {
  return async (operations, words, { names }) => {
    const { id } = await names.find(operations, kind, words, { guess: true });
    return { json: (await operations.answer(operation, { id })).text };
  };
}

async function readCase(
  operations: OperationClient,
  words: string,
  workflowContext: WorkflowContext,
): Promise<ResourceContent> {
  const { text, notes, isIncomplete } = await caseBrief.run(operations, { case: words }, workflowContext);
  return isIncomplete ? { candidates: text } : { text, notes: notes ?? [] };
}

async function readDictionary(
  operations: OperationClient,
  words: string,
  { names }: WorkflowContext,
): Promise<ResourceContent> {
  const { id } = await names.find(operations, 'dictionary', words, { guess: true });
  return readChoices(operations, ['list_dictionary_values', { id }]);
}

/** What there is to choose from, without what every record has and nobody chooses by. */
async function readChoices<Name extends OperationName>(
  operations: OperationClient,
  [operation, args]: OperationCall<Name>,
): Promise<ResourceContent> {
  const answer = await operations.call(operation, args);
  const isNoise = (name: string) => ['CreationDate', 'LastChangeDate', 'Url'].includes(name);
  return { json: JSON.stringify(answer, (name, value) => (isNoise(name) ? undefined : value)) };
}

import type { Resource, ResourceContent, ResourceDefinition } from '../contract/features/resource.ts';
import type { WorkflowContext } from '../contract/features/workflow.ts';
import type {
  OperationCall,
  OperationClient,
  OperationName,
} from '../contract/operations/operation-client.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import { caseBrief } from './case-brief/index.ts';
import { documentText } from './document-texts/document-text.ts';

/** Creates the resources that are defined in `tools/resources.ts`. */
export const createResources = (definitions: readonly ResourceDefinition[]): readonly Resource[] =>
  definitions.map(({ from, ...shown }) => ({ ...shown, read: readerOf(from) }));

function readerOf(from: ResourceDefinition['from']): Resource['read'] {
  if ('list' in from) return (operations) => readChoices(operations, [from.list, {}]);
  if ('workflow' in from) return readCase;
  if ('values' in from)
    return async (operations, words, context) =>
      readChoices(operations, [from.values, { id: await idOf(operations, from.kind, words, context) }]);
  return async (operations, words, context) => {
    const id = await idOf(operations, from.kind, words, context);
    const { text: json, body } = await operations.answer(from.record, { id });
    return { json, ...(from.holdsText && (await documentText(operations, body, context))) };
  };
}

const idOf = async (
  operations: OperationClient,
  kind: RecordKind,
  words: string,
  { names }: WorkflowContext,
) => (await names.find(operations, kind, words, { guess: true })).id;

async function readCase(
  operations: OperationClient,
  words: string,
  workflowContext: WorkflowContext,
): Promise<ResourceContent> {
  const { text, notes, isIncomplete } = await caseBrief.run(operations, { case: words }, workflowContext);
  return isIncomplete ? { candidates: text } : { text, notes: notes ?? [] };
}

/** Reads values to choose from, without dates and URLs. */
async function readChoices<Name extends OperationName>(
  operations: OperationClient,
  [operation, args]: OperationCall<Name>,
): Promise<ResourceContent> {
  const answer = await operations.call(operation, args);
  const isNoise = (name: string) => ['CreationDate', 'LastChangeDate', 'Url'].includes(name);
  return { json: JSON.stringify(answer, (name, value) => (isNoise(name) ? undefined : value)) };
}

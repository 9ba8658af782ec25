import { InvalidArgumentsError, isCallError } from '../../contract/errors.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { entityKind } from '../../contract/records/vocabulary.ts';
import type { Note } from '../../contract/worded.ts';
import { whyMissing } from '../../domain/partial.ts';
import { documentRecord, read } from '../../domain/records.ts';
import { readAsText } from './as-text.ts';
import { filedSource } from './source.ts';

/**
 * Returns the text of a document in the same way as `read_document`. If the text cannot be read, returns only a note
 * with the reason. Returns neither for a folder.
 */
export async function documentText(
  operations: OperationClient,
  card: unknown,
  context: WorkflowContext,
): Promise<{ fileText?: string; notes?: readonly Note[] }> {
  const record = read(documentRecord, card);
  if (record.EntityKind === entityKind.folder) return {};
  try {
    const source = await filedSource(operations, record, context.names);
    const asked = { wanted: { source, inside: [] }, spans: undefined, isTextOnly: true } as const;
    const { text, notes = [] } = await readAsText({ operations, ...context }, asked);
    return { fileText: text, notes };
  } catch (error) {
    if (!isCallError(error)) throw error;
    if (error instanceof InvalidArgumentsError) return { notes: [error.message] };
    return { notes: [whyMissing('the text of the document', error)] };
  }
}

import { z } from 'zod';
import type { App } from '../../app.ts';
import { InvalidArgumentsError, isCallError } from '../../contract/errors.ts';
import type { DocumentContent } from '../../contract/features/documents/document-reader.ts';
import { type WorkflowContext, workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { entityKind } from '../../contract/records/vocabulary.ts';
import { createTrace } from '../../contract/trace.ts';
import { worded } from '../../contract/worded.ts';
import { listAll } from '../../domain/list-records.ts';
import { whyMissing } from '../../domain/partial.ts';
import { type DocumentRecord, documentRecord } from '../../domain/records.ts';
import { callByHand } from '../../mcp/call-by-hand.ts';
import { workflowTool } from '../../mcp/tools/registry.ts';
import { contentOf } from '../../workflows/document-texts/reading.ts';
import { filedSource } from '../../workflows/document-texts/source.ts';
import type { CommandContext } from '../command.ts';
import { type CheckResult, failed, ok, skipped, warning } from './diagnosis.ts';
import { documentKind } from './document-kinds.ts';
import { doctorMessages } from './messages.ts';

/** Number of documents requested from the list. */
const listed = 50;
/** Maximum number of documents that the check tries to read. */
const tries = 3;
const timeoutMs = 60_000;
/**
 * Arguments that list the documents of all folders. Without a filter, the service lists only the top of the section
 * Documents (API description, Documents), so the request has a date filter that all documents match.
 */
const everywhere = { EntityKind: 'File', CreationDateFrom: '1900-01-01T00:00:00Z' } as const;

/** Reads a small document in the same way as `read_document`. Prints neither its name nor its text. */
export async function checkDocument(app: App, { info }: Pick<CommandContext, 'info'>): Promise<CheckResult> {
  let found = failed('document', doctorMessages.noReason);
  const tool = workflowTool(
    workflow({
      name: 'read_document',
      title: 'Read document',
      titleRu: 'Документ',
      description: '',
      access: 'read',
      input: z.strictObject({}),
      output: undefined,
      run: async (operations, _args, context) => {
        found = await readOne(operations, context);
        return { data: undefined, text: '' };
      },
    }),
  );
  await callByHand(
    { ...app, info },
    {
      tool,
      input: {},
      signal: AbortSignal.timeout(timeoutMs),
      address: (step) => step,
      principal: app.principal(),
      trace: createTrace(),
      byHand: { files: {}, take: () => undefined },
    },
  );
  return found;
}

async function readOne(operations: OperationClient, context: WorkflowContext): Promise<CheckResult> {
  let documents: readonly DocumentRecord[];
  try {
    documents = await smallest(operations);
  } catch (error) {
    return warning('document', whyMissing('documents', error));
  }
  if (documents.length === 0) return skipped('document', doctorMessages.noDocument);
  let first: CheckResult | undefined;
  for (const document of documents) {
    const result = await tryToRead(operations, document, context);
    if (result.state === 'ok') return result;
    first ??= result;
  }
  return first ?? skipped('document', doctorMessages.noDocument);
}

/** Returns the smallest files with content from the first page of the list, smallest first. */
async function smallest(operations: OperationClient): Promise<DocumentRecord[]> {
  const asked = { ...everywhere, PageSize: listed };
  const { items } = await listAll(operations, ['list_documents', asked], documentRecord, { maxPages: 1 });
  return items
    .filter(({ EntityKind, Size }) => EntityKind !== entityKind.folder && Size !== 0)
    .toSorted((left, right) => sizeOf(left) - sizeOf(right))
    .slice(0, tries);
}

const sizeOf = ({ Size }: DocumentRecord) => Size ?? Number.MAX_SAFE_INTEGER;

async function tryToRead(
  operations: OperationClient,
  document: DocumentRecord,
  { documents, names, room }: WorkflowContext,
): Promise<CheckResult> {
  try {
    const source = await filedSource(operations, document, names);
    const where = { operations, documents, room };
    const { content } = await contentOf(where, { source, inside: [] }, undefined);
    const count = wordsOf(content);
    const said = content.parts.some(({ isPicture }) => isPicture) ? 'readPictures' : 'documentRead';
    return ok('document', worded(doctorMessages[said], { kind: documentKind(content.kind), count }));
  } catch (error) {
    if (!isCallError(error)) throw error;
    // Show only errors of the document reader. Other errors may quote the service and so reveal names of documents.
    if (error instanceof InvalidArgumentsError)
      return warning('document', worded(doctorMessages.documentUnread, { why: error.words }));
    return warning('document', whyMissing(doctorMessages.theDocument, error));
  }
}

const wordsOf = ({ parts }: DocumentContent): number =>
  parts.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);

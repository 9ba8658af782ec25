import { z } from 'zod';
import { InvalidArgumentsError, ifCallFails, UnexpectedAnswerError } from '../../contract/errors.ts';
import type { WrittenDocument } from '../../contract/features/documents/document-writer.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { documentRecord } from '../../domain/records.ts';
import { compareKept } from '../../json/agree.ts';
import { stepMessages } from '../messages.ts';
import type { DocumentPlan } from './plan.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Maximum size of a file that one call sends, in bytes. Base64 makes it a third larger in the request. */
const maxBytes = 4_400_000;

export interface FiledDocument {
  readonly state: 'filed' | 'without its file' | 'unknown';
  readonly id?: string;
  readonly url?: string | undefined;
  readonly notes: readonly Note[];
}

/**
 * Files a document and reads its record.
 * @throws errors from the service if the document was not filed; UnexpectedAnswerError if the response has no document
 *   id
 */
export async function fileDocument(
  operations: OperationClient,
  plan: DocumentPlan,
  { bytes }: WrittenDocument,
): Promise<FiledDocument> {
  if (bytes.length > maxBytes)
    throw new InvalidArgumentsError(
      `The document would have ${(bytes.length / 1e6).toFixed(1)} MB, and at most ${maxBytes / 1e6} MB can be sent. Nothing was filed.`,
    );
  const sent = {
    Name: plan.name,
    CaseId: plan.caseId,
    FolderId: plan.folderId,
    TypeId: plan.typeId,
    Date: `${plan.date}T00:00:00Z`,
    Attributes: plan.attributes,
  };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const answer = await operations.call('create_document', {
    File: { name: plan.fileName, mediaType, base64: Buffer.from(bytes).toString('base64') },
    ...given,
  });
  const id = idIn(answer);
  if (id === undefined)
    throw new UnexpectedAnswerError('The service’s answer does not say which document was created.');
  const record = await operations.call('get_document', { id }).catch(ifCallFails(undefined));
  const shown = record ?? answer;
  const { unkept, unseen } = compareKept(given, shown);
  const file = fileShown(shown, bytes.length);
  return {
    id,
    url: documentRecord.safeParse(shown).data?.Url,
    state: file === 'other' ? 'without its file' : 'filed',
    notes: [
      ...(unkept.length > 0 ? [worded(stepMessages.unkept, { names: unkept.join(', ') })] : []),
      ...(unseen.length > 0 ? [worded(stepMessages.unseen, { names: unseen.join(', ') })] : []),
      ...(file === 'kept' ? [] : [fileNotes[file]]),
    ],
  };
}

const fileNotes = {
  other: stepMessages.otherFile,
  unseen: stepMessages.unseenFile,
};

/**
 * Compares the recorded size of the file with the sent one. `other`: the size differs, or there is no file. `unseen`:
 * the record contains no size and does not indicate that the file is missing.
 */
function fileShown(record: unknown, bytes: number): 'kept' | 'other' | 'unseen' {
  const { FileId, FileName, Size } = (record ?? {}) as Readonly<Record<string, unknown>>;
  if (Size !== undefined && Size !== null) return Number(Size) === bytes ? 'kept' : 'other';
  if (FileId === null || FileName === null || FileName === '') return 'other';
  return 'unseen';
}

/** Returns the id of the document. The response contains its attributes and its `docID` (API description, Document). */
function idIn(answer: unknown): string | undefined {
  const { data } = z
    .object({ docID: z.string().optional(), Id: z.string().optional(), id: z.string().optional() })
    .safeParse(answer);
  return data?.docID ?? data?.Id ?? data?.id;
}

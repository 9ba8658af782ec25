import { isCallError, isOutcomeUnknown } from '../../contract/errors.ts';
import type { WrittenDocument } from '../../contract/features/documents/document-writer.ts';
import { workflow } from '../../contract/features/workflow.ts';
import { worded } from '../../contract/worded.ts';
import { line, sentence } from '../../domain/text-lines.ts';
import { stepMessages } from '../messages.ts';
import { type FiledDocument, fileDocument } from './file.ts';
import { type DocumentPlan, draftInput, planDocument } from './plan.ts';

export const draftDocument = workflow({
  name: 'draft_document',
  title: 'Draft document',
  titleRu: 'Составить документ',
  search: { words: 'write letter claim reply contract, word docx letterhead' },
  access: 'create',
  abridged: ['text'],
  description: 'Files text as a Word document, on a letterhead too.',
  input: draftInput,
  output: undefined,
  // The data that the confirmation depends on omits the date, because the user may confirm a day later than the draft
  // was made.
  basis: async (operations, args, workflowContext) => {
    const plan = await planDocument(operations, workflowContext, args);
    const { caseId, folderId, typeId, template } = plan;
    return { caseId, folderId, typeId, template: template && (await sha256(template)) };
  },
  run: async (operations, args, workflowContext) => {
    const plan = await planDocument(operations, workflowContext, args);
    const written = await workflowContext.writer.write({
      text: args.text,
      title: plan.name,
      date: plan.date,
      fill: args.fill ?? {},
      template: plan.template,
    });
    const filed = await fileDocument(operations, plan, written).catch(unknownOf);
    return {
      data: undefined,
      text: textOf(plan, written, filed),
      notes: [...plan.notes, ...written.notes, ...filed.notes],
      isIncomplete: filed.state !== 'filed',
    };
  },
});

const sha256 = async (bytes: Uint8Array) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('hex');

/** Returns the result if it is unknown whether the service filed the document. @throws any other error */
function unknownOf(error: unknown): FiledDocument {
  if (!isCallError(error) || !isOutcomeUnknown(error)) throw error;
  return {
    state: 'unknown',
    notes: [worded(stepMessages.unknownFiling, { code: error.code })],
  };
}

function textOf(plan: DocumentPlan, written: WrittenDocument, { id, url, state }: FiledDocument): string {
  const { name, date, caseName, folderName, typeName } = plan;
  const { places, paragraphs, tables } = written;
  return [
    line(
      state,
      name,
      caseName && `case: ${caseName}`,
      folderName && `folder: ${folderName}`,
      caseName === undefined && folderName === undefined && 'the root of Documents',
      typeName && `type: ${typeName}`,
      date,
      url?.includes(id ?? ' ') ? url : id,
    ),
    `paragraphs: ${paragraphs}, tables: ${tables}`,
    places.length > 0 && `placeholders to fill (${places.length}): ${sentence(places.join('; '))}`,
  ]
    .filter(Boolean)
    .join('\n');
}

import { z } from 'zod';
import { InvalidArgumentsError, NameError, UnreadTargetError } from '../../contract/errors.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import { isUsableName, unusableName } from '../../contract/operations/file-names.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { ResolvedRecord } from '../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import type { Note } from '../../contract/worded.ts';
import { locateOne } from '../../domain/cases/locate-case.ts';
import { caseRecord, read } from '../../domain/records.ts';
import { localTime } from '../../domain/time/local-time.ts';

const withoutExtension = (name: string) => name.replace(/\.docx$/iu, '');
const words = z.string().min(1).max(500);
const few = (value: object) => Object.keys(value).length <= 200;

export const draftInput = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(200_000)
    .describe('Markdown; 1.1. clauses, > addressee, >< centre, [[place to fill]]'),
  name: z
    .string()
    .min(1)
    .max(200)
    .refine((name) => isUsableName(withoutExtension(name)), unusableName),
  case: words.optional(),
  folder: words.optional(),
  type: words.optional(),
  date: z.iso.date().optional(),
  attributes: z.record(z.string().min(1).max(200), z.unknown()).refine(few, 'at most 200').optional(),
  template: words.optional().describe('Letterhead'),
  fill: z.record(z.string().min(1).max(200), z.string().max(20_000)).refine(few, 'at most 200').optional(),
});
type Asked = z.output<typeof draftInput>;

/** Decisions and looked-up records, made before anything is written. */
export interface DocumentPlan {
  /** Name without extension. */
  readonly name: string;
  readonly fileName: string;
  readonly date: string;
  readonly caseId?: string | undefined;
  readonly caseName?: string | undefined;
  readonly folderId?: string | undefined;
  /** Name of the folder. Undefined: the folder of the case. */
  readonly folderName?: string | undefined;
  readonly typeId?: string | undefined;
  readonly typeName?: string | undefined;
  readonly attributes: Asked['attributes'];
  readonly template: Uint8Array | undefined;
  readonly notes: readonly Note[];
}

/**
 * Looks up everything in parallel. Only exactly named records are accepted, so that the document is not filed in a
 * wrong place.
 * @throws NameError for an unknown name, and errors of the service; nothing was filed in these cases
 */
export async function planDocument(
  operations: OperationClient,
  workflowContext: WorkflowContext,
  asked: Asked,
): Promise<DocumentPlan> {
  const { names } = workflowContext;
  const find = async (kind: RecordKind, text: string | undefined) =>
    text === undefined ? undefined : names.find(operations, kind, text, { guess: false });
  const [home, folder, type, template, day] = await Promise.all([
    asked.case === undefined ? undefined : readCase(operations, names, asked.case),
    find('document folder', asked.folder),
    find('document type', asked.type),
    asked.template === undefined ? undefined : readTemplate(operations, workflowContext, asked.template),
    asked.date === undefined ? localTime(operations, workflowContext) : undefined,
  ]);
  if (home && folder === undefined && home.folderId === undefined)
    throw new UnreadTargetError(
      'Nothing was filed: the service does not return the document folder of the case. Pass `folder`.',
    );
  const name = withoutExtension(asked.name);
  return {
    name,
    fileName: `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 200)}.docx`,
    date: asked.date ?? day?.clock.today ?? '',
    caseId: home?.id,
    caseName: home?.name,
    folderId: folder?.id ?? home?.folderId,
    folderName: folder && nameOf(folder, asked.folder),
    typeId: type?.id,
    typeName: type && nameOf(type, asked.type),
    attributes: asked.attributes,
    template,
    notes: day?.notes ?? [],
  };
}

const nameOf = ({ name }: ResolvedRecord, given: string | undefined) => name ?? given;

async function readCase(operations: OperationClient, names: WorkflowContext['names'], text: string) {
  const { id, name } = await locateOne(operations, names, text, false);
  const found = read(caseRecord, await operations.call('get_object', { id }));
  return { id, name: found.Name ?? name ?? text, folderId: found.DocumentFolderId };
}

/** Maximum size of a letterhead, in bytes. */
const maxTemplate = 4_000_000;

/** Reads a letterhead: a document in the service, or a file in the shared folder. */
async function readTemplate(
  operations: OperationClient,
  { names, sharedFile }: WorkflowContext,
  text: string,
): Promise<Uint8Array> {
  const found = await names
    .find(operations, 'template', text, { guess: false })
    .catch((error: unknown) => error as Error);
  if (!(found instanceof Error)) return download(operations, found);
  const isPath = found instanceof NameError && /\.do[ct]x$/iu.test(text);
  if (!isPath || sharedFile === undefined) throw found;
  return sharedFile(text, maxTemplate).catch(() => {
    throw found;
  });
}

async function download(operations: OperationClient, { id, name }: ResolvedRecord): Promise<Uint8Array> {
  const { file } = await operations.answer('download_document', { docID: id });
  if (file === undefined)
    throw new InvalidArgumentsError(
      `template: ${JSON.stringify(name ?? id)} has no file. Nothing was filed.`,
    );
  return file.bytes;
}

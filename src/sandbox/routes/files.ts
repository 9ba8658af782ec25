import { zipSync } from 'fflate';
import { z } from 'zod';
import { readText } from '../domain/documents/document-template.ts';
import {
  documentOfFile,
  requireAllowedFile,
  requireFile,
  stemOf,
  storeFile,
} from '../domain/documents/files.ts';
import { fetchAllowed } from '../domain/documents/upload-from-address.ts';
import { extractArchive, nameDecoder } from '../domain/objects/archive.ts';
import { queryFlag } from '../http/model-binding.ts';
import { attachment, route } from '../http/route.ts';
import type { DocumentItem, StoredFile } from '../state/entities/documents.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

const contentType = z.enum(['text', 'base64']).nullish();

/** Archives, fetching and downloading (FIL). */
export const fileRoutes = [
  route('POST /api/v1/files/{id}/extract', {
    answers: 'ExtractedFiles',
    status: 200,
    summary: 'Extract the files of an archive and store them for a limited time',
    query: z.object({ encoding: z.string().optional() }),
    handle: ({ world, user, params, query }) => {
      const archive = requireFile(world, user, params.id ?? '');
      return extract(world, user, archive, query.encoding);
    },
  }),
  route('POST /api/v2/upload', {
    answers: 'FetchedFile',
    status: 200,
    summary: 'Fetch a file from a URL of this service or a data: URL',
    body: z.object({
      url: z.string(),
      method: z.string().nullish(),
      headers: z.record(z.string(), z.string()).nullish(),
      body: z.string().nullish(),
      contentType,
    }),
    handle: async ({ world, body, header }) => {
      const file = await fetchAllowed(world, body, header('authorization'));
      requireAllowedFile(world, file);
      const content = contentOf(file, body.contentType);
      return { Content: content, ContentType: file.mediaType, Name: file.name, Size: file.bytes.length };
    },
  }),
  route('GET /api/v2/download/{id}', {
    answers: 'file',
    summary: 'Download a file, unchanged or as text in JSON',
    query: z.object({ contentType, withSignature: queryFlag.optional() }),
    handle: ({ world, user, params, query }) => {
      const stored = requireFile(world, user, params.id ?? '');
      requireAllowedFile(world, stored);
      const document = query.withSignature ? documentOfFile(world, stored.id) : undefined;
      const file = document ? withSignatures(world, stored, document) : stored;
      if (!query.contentType) return attachment(file);
      const content = contentOf(file, query.contentType);
      return { Name: file.name, ContentType: file.mediaType, Content: content };
    },
  }),
];

/** Extracts all files before storing any, so that a refusal stores none. */
function extract(world: World, user: User, archive: StoredFile, encoding: string | undefined) {
  const files = extractArchive(world, archive.bytes, nameDecoder(world, user, encoding));
  const expiresAt = new Date(world.now().getTime() + world.settings.extractedFileLifetime).toISOString();
  return files.map((file) => {
    const stored = storeFile(world, { ...file, mediaType: '' }, { expiresAt, archiveId: archive.id });
    return { Url: `${world.origin}/api/v2/download/${stored.id}`, Name: file.name, Path: file.path };
  });
}

/** Returns the content as text or base64. Default: text if the content is valid UTF-8, otherwise base64. */
function contentOf(file: Pick<StoredFile, 'bytes'>, as: 'text' | 'base64' | null | undefined): string {
  if (as === 'text') return new TextDecoder().decode(file.bytes);
  const text = as === 'base64' ? undefined : readText(file.bytes);
  return text ?? Buffer.from(file.bytes).toString('base64');
}

/** Returns an archive of a document and its signatures. */
function withSignatures(world: World, file: StoredFile, document: DocumentItem) {
  const parts: Record<string, Uint8Array> = { [file.name]: file.bytes };
  for (const [index, signature] of document.signatures.entries()) {
    const stored = world.files.get(signature.fileId);
    if (!stored) continue;
    parts[stored.name in parts ? `${index + 1}-${stored.name}` : stored.name] = stored.bytes;
  }
  const bytes = zipSync(parts, { mtime: world.now() });
  return { name: `${stemOf(file.name)}.zip`, mediaType: 'application/zip', bytes };
}

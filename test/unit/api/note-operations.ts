import { z } from 'zod';
import { type Arguments, draftRequest, type FileReference } from '../../../src/api/client/build-request.ts';
import { buildRequest } from '../../../src/api/client/encode-request.ts';
import type { FormPart } from '../../../src/api/files/multipart.ts';
import type { Deployment } from '../../../src/contract/operations/deployment.ts';
import { presumed } from '../../../src/contract/operations/field-marks.ts';
import { type Operation, operation } from '../../../src/contract/operations/operation.ts';
import { asDescribed } from '../../../src/deployment/deployment.ts';

export const buildFor = (operation: Operation, args: Arguments, deployment: Deployment, route?: string) =>
  buildRequest(draftRequest(operation, args, deployment), route);

export type Content = Uint8Array | FileReference;
export const plain = asDescribed;
export const about = { title: 'Note', titleRu: 'Заметка', access: 'update', description: 'A note.' } as const;
export const any = z.unknown();
const uploading = operation({
  ...about,
  name: 'upload_note',
  route: 'PUT /api/notes',
  fileParts: ['File'],
  body: { File: presumed(z.unknown()), Name: any, Tags: any, Fields: any, more: any },
});
export const partsOf = (args: Arguments, deployment = plain) =>
  buildFor(uploading, args, deployment).body as FormPart<Content>[];

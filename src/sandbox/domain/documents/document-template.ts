import type { StoredFile } from '../../state/entities/documents.ts';
import type { Field } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import { isLinked, resolveValue } from '../fields/field-values.ts';
import type { Scope } from '../fields/fields.ts';
import { blockAccess, reaches } from '../permissions.ts';
import { shownNames } from '../shown-names.ts';
import { fillDocx } from './docx-template.ts';

/**
 * Creates the file of a document from a template: each `{Tag}` in a plain text or .docx is replaced with the case's
 * value. Tags that the case lacks become empty (DCO-5). Other files are copied.
 */
export function fillTemplate(
  world: World,
  user: User,
  object: CaseObject,
  template: StoredFile,
): Pick<StoredFile, 'name' | 'mediaType' | 'bytes'> {
  const values = templateValues(world, user, object);
  const valueFor = (tag: string) => values.get(tag) ?? '';
  const text = readText(template.bytes);
  if (text === undefined)
    return { ...template, bytes: fillDocx(template.bytes, valueFor) ?? template.bytes.slice() };
  const filled = text.replace(/\{([\p{L}\p{N}_-]+)\}/gu, (_, tag: string) => valueFor(tag));
  return { ...template, bytes: new TextEncoder().encode(filled) };
}

/** Decodes UTF-8. Returns undefined for other bytes. */
export function readText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns values by tag, or by field id for fields without a tag. Blocks that the user may not see are omitted. */
function templateValues(world: World, user: User, object: CaseObject): Map<string, string> {
  const values = new Map(Object.entries(systemValues(world, user, object)));
  for (const block of world.objectTypes.get(object.typeId)?.blocks ?? []) {
    if (!reaches(blockAccess(user, object, block.id), 'View')) continue;
    for (const field of block.fields)
      values.set(field.tag ?? field.id, fieldText({ world, user }, field, object.fields[field.id]));
  }
  return values;
}

/** Returns the system fields by their names in table rows, such as `Project_Name` (OBJ-8). */
function systemValues(world: World, user: User, object: CaseObject): Record<string, string> {
  return {
    Project_Name: object.name,
    Project_FullNumber: object.number,
    Project_CreationDate_Time: object.createdAt,
    Project_CreationDate: object.createdAt.slice(0, 10),
    Project_Client_Name: world.participants.get(object.clientId)?.name ?? '',
    Project_Description: object.description,
    Project_Responsible: world.users.get(object.responsibleId)?.name ?? '',
    Project_Stage_Name: object.stage ?? '',
    Project_IsArchive: String(object.isArchived),
    Project_ProjectType_Name: shownNames(world, user).of(world.objectTypes.get(object.typeId)?.name ?? ''),
  };
}

function fieldText(scope: Scope, field: Field, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => fieldText(scope, field, item)).join(', ');
  if (field.format === 'Date') return String(value).slice(0, 10);
  const shown = resolveValue(scope, field, value);
  // A linked record is shown by its name, because a reader cannot use its id.
  return isLinked(shown)
    ? shownNames(scope.world, scope.user).of(shown.record.name ?? '')
    : String(shown ?? '');
}

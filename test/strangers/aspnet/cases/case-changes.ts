import type { LegalCase } from '../../world.ts';
import { cardFields, type ObjectType, readValues, writeValues } from '../cards.ts';
import { Problem, type Reply } from '../contract.ts';
import type { Errors, Of } from '../schema.ts';
import { report } from '../schema.ts';
import { assertValid, mentioned, put, type Store } from '../store.ts';
import { type EditCaseRequest, show, typeOf } from './case-models.ts';
/** Validates the references of a request. Returns a function that assigns them. */
export function place(
  store: Store,
  record: LegalCase,
  body: Of<typeof EditCaseRequest>,
  has: (name: string) => boolean,
) {
  const { world, settings } = store;
  const user = mentioned(world.users, body.Responsible?.Id, 'Responsible');
  const project = mentioned(settings.projects, body.Project?.Id, 'Project');
  const ownFolder = mentioned(settings.objectFolders, body.Folder?.Id, 'Folder');
  // A project is in a folder, which becomes the folder of the object unless the request contains another.
  const folder = ownFolder ?? settings.objectFolders.find(({ id }) => id === project?.folder);
  return () => {
    if (has('Name') && body.Name !== null) record.name = body.Name;
    if (has('Number')) put(record, 'number', body.Number);
    if (has('Responsible')) put(record, 'responsible', user?.id);
    if (has('Project')) {
      put(record, 'project', project?.name);
      record.extra.projectId = project?.id;
    }
    if (has('Folder') || (has('Project') && project !== undefined)) {
      put(record, 'folder', folder?.name);
      record.extra.folderId = folder?.id;
    }
  };
}

function filled(card: Readonly<Record<string, unknown>>, tag: string): boolean {
  return card[tag] !== undefined && card[tag] !== null;
}

interface CardChange {
  readonly card: Record<string, unknown>;
  /** Whether values for read-only blocks were ignored. */
  readonly hasIgnored: boolean;
}

/** Returns the changed card. Throws 400 if a value is invalid. */
export function changeCard(
  store: Store,
  type: ObjectType,
  before: Readonly<Record<string, unknown>>,
  body: Of<typeof EditCaseRequest>,
  replaces: boolean,
): CardChange {
  const errors: Errors = {};
  const blocks = type.blocks.filter(({ kind }) => kind !== 'Table');
  const fields = cardFields(type);
  const locked = blocks.filter(({ access }) => access === 'View').flatMap((block) => block.fields);
  const values = readValues(store, fields, body.CustomFields ?? {}, 'CustomFields', errors);
  const external = body.CustomFieldsByExternalId ?? {};
  const path = 'CustomFieldsByExternalId';
  for (const [field, value] of readValues(store, fields, external, path, errors, 'externalId')) {
    values.set(field, value);
  }
  const isPartial = !replaces || (body.CustomFields === null && Object.keys(external).length > 0);
  const kept = isPartial ? fields : locked;
  const card = Object.fromEntries(
    kept.filter(({ tag }) => filled(before, tag)).map(({ tag }) => [tag, before[tag]]),
  );
  const allowed = new Map([...values].filter(([field]) => !locked.includes(field)));
  writeValues(card, allowed);
  for (const [index, part] of (body.Deleted ?? []).entries()) {
    const block = blocks.find(({ id }) => id === part.BlockId);
    const targets = block?.fields ?? fields.filter(({ id }) => id === part.FieldId);
    if (targets.length === 0) report(errors, `Deleted[${index}]`, 'The block or field was not found.');
    for (const { tag } of targets.filter((field) => !locked.includes(field))) {
      const rows = card[tag];
      const rest = Array.isArray(rows) ? rows.toSpliced((part.OrdinalNumber ?? 1) - 1, 1) : [];
      if (part.OrdinalNumber === null || rest.length === 0) delete card[tag];
      else card[tag] = rest;
    }
  }
  for (const block of blocks) {
    const touched = block.fields.some((field) => allowed.has(field));
    if (!touched || !block.fields.some(({ tag }) => filled(before, tag))) continue;
    for (const field of block.fields.filter(({ isRequired, tag }) => isRequired && !filled(card, tag))) {
      report(errors, `CustomFields.${field.tag}`, `The required field '${field.name}' must be filled.`);
    }
  }
  assertValid(errors);
  return { card, hasIgnored: allowed.size < values.size };
}

/** Returns 409 if the duplicate rule finds other cases. */
export function duplicates(
  store: Store,
  type: ObjectType,
  card: Record<string, unknown>,
  self?: string,
): Reply | null {
  const key = (one: Record<string, unknown>): string =>
    JSON.stringify(type.duplicateRule.map((tag) => one[tag] ?? null));
  const isEmpty = type.duplicateRule.every((tag) => !filled(card, tag));
  if (type.duplicateRule.length === 0 || isEmpty) return null;
  const same = store.world.cases.filter(
    (one) => one.id !== self && one.type === type.name && key(one.card) === key(card),
  );
  if (same.length === 0) return null;
  const names = cardFields(type).filter(({ tag }) => type.duplicateRule.includes(tag));
  return conflict(
    names.map(({ name }) => name),
    same.map(({ id }) => id),
  );
}

/** Creates the 409 response for a duplicate. */
export function conflict(fields: readonly string[], ids: readonly string[]): Reply {
  const ConflictMessage = `В системе уже есть объекты с похожим набором данных. Уникальные поля: ${fields.join(', ')}.`;
  const body = {
    Error: 'Невозможно создать дубликат.',
    ErrorType: 'Conflict',
    ConflictMessage,
    ConflictObjects: ids,
  };
  return { status: 409, body };
}

/** Replaces a record (PUT), or only the properties that the request contains (PATCH). */
export function change(
  store: Store,
  record: LegalCase,
  body: Of<typeof EditCaseRequest>,
  sent?: ReadonlySet<string>,
): Reply {
  if (body.IsVersionEnabled === true && body.Version !== null && body.Version !== record.extra.version) {
    throw new Problem(
      409,
      `Version ${body.Version} is out of date. Current version: ${record.extra.version}.`,
    );
  }
  const type = typeOf(store, record);
  const apply = place(store, record, body, (name) => sent === undefined || sent.has(name.toLowerCase()));
  const { card, hasIgnored } = changeCard(store, type, record.card, body, sent === undefined);
  const found = body.CheckForDuplicates ? duplicates(store, type, card, record.id) : null;
  if (found !== null) return found;
  apply();
  record.card = card;
  touch(store, record);
  return { status: hasIgnored ? 201 : 200, body: show(store, record) };
}

/** Updates the version and the change date of an object. */
export function touch(store: Store, record: LegalCase): void {
  record.changedAt = store.clock();
  record.extra.version = Number(record.extra.version) + 1;
}

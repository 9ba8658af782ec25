/** JSON of a case, and the parser of its card. */
import type { LegalCase } from '../../world.ts';
import {
  choice,
  Fault,
  guid,
  list,
  long,
  moment,
  record,
  reference,
  refuse,
  tags,
  text,
} from '../contract.ts';
import { byId, byName, type Memory, pair, valuesOf } from '../memory.ts';
import type { Block, CardField, CaseType } from '../set-up.ts';
import { plainId, readMoment } from '../wire.ts';

/** Case states have always been numbers. */
export const caseState = choice({ InWork: 0, Archived: 1 });

const rowFields = {
  Id: guid,
  Number: text,
  Name: text,
  ObjectType: reference,
  Responsible: reference,
  Status: caseState,
  CreationDate: moment,
  LastChangeDate: moment,
  ProjectId: guid,
  ProjectName: text,
  FolderId: guid,
  FolderName: text,
  DocumentFolderId: guid,
  Url: text,
};
const partyShape = record('CaseParticipantModel', {
  ParticipantId: guid,
  ParticipantName: text,
  RoleId: guid,
  RoleName: text,
});
const blockShape = record('BlockModel', {
  Id: guid,
  Name: text,
  Kind: choice(['Single', 'Multi', 'Table']),
  Fields: tags,
});

/** Case in a list. */
export const caseRowShape = record('CaseListItem', rowFields);
/** Case with its card. */
export const caseShape = record('CaseModel', {
  ...rowFields,
  Version: long,
  Participants: list(partyShape),
  Blocks: list(blockShape),
});

/** Returns the type of a case. Types are never removed, only marked as deleted. */
export const typeOf = (memory: Memory, item: LegalCase): CaseType => {
  const type = byName(memory.types, item.type);
  if (!type) throw new Fault(500, 'type');
  return type;
};

/** Converts a case to a list item. */
export const caseRow = (memory: Memory, item: LegalCase) => {
  const project = byName(memory.projects, item.project);
  const folder = byName(memory.folders, item.folder);
  return {
    Id: item.id,
    Number: item.number,
    Name: item.name,
    ObjectType: pair(byName(memory.types, item.type)),
    Responsible: pair(byId(memory.world.users, item.responsible)),
    Status: item.isArchived ? 'Archived' : 'InWork',
    CreationDate: item.createdAt,
    LastChangeDate: item.changedAt,
    ProjectId: project?.id,
    ProjectName: project?.name,
    FolderId: folder?.id,
    FolderName: folder?.name,
    DocumentFolderId: item.extra.documentFolderId,
    Url: `/Cases/Card/${item.id}`,
  };
};

const shown = (memory: Memory, field: CardField, value: unknown): unknown => {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map((item) => shown(memory, field, item));
  if (field.kind === 'Dictionary')
    return pair(byName(valuesOf(memory, field.dictionary ?? ''), value)) ?? { Id: null, Name: value };
  if (field.kind === 'User') return pair(byId(memory.world.users, value)) ?? null;
  if (field.kind === 'Participant') return pair(byId(memory.world.participants, value)) ?? null;
  return value;
};

/** Returns the fields of a block with their values. */
export const blockValues = (memory: Memory, item: LegalCase, block: Block): Record<string, unknown> =>
  Object.fromEntries(block.fields.map((field) => [field.tag, shown(memory, field, item.card[field.tag])]));

/** Converts a case with its card to JSON. */
export const caseCard = (memory: Memory, item: LegalCase) => ({
  ...caseRow(memory, item),
  Version: item.extra.version,
  Participants: item.parties.map((party) => {
    const role = byName(memory.roles, party.role);
    const who = byId(memory.world.participants, party.participant);
    return {
      ParticipantId: party.participant,
      ParticipantName: who?.name,
      RoleId: role?.id,
      RoleName: role?.name,
    };
  }),
  Blocks: typeOf(memory, item).blocks.map((block) => ({
    Id: block.id,
    Name: block.name,
    Kind: block.kind,
    Fields: block.kind === 'Table' ? undefined : blockValues(memory, item, block),
  })),
});

const idIn = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, item]) => [name.toLowerCase(), item]);
  const sent = Object.fromEntries(entries) as Record<string, unknown>;
  return sent.id ?? sent.name;
};

const oneValue = (memory: Memory, field: CardField, value: unknown): unknown => {
  const wrong = (): never =>
    refuse(`Неверный формат значения поля «${field.name}» (${field.kind}).`, field.tag);
  const said = idIn(value);
  switch (field.kind) {
    case 'Text':
      return typeof said === 'string' || typeof said === 'number' ? String(said) : wrong();
    case 'Number': {
      const amount = typeof said === 'string' && said.trim() ? Number(said.replace(',', '.')) : said;
      return typeof amount === 'number' && Number.isFinite(amount) ? amount : wrong();
    }
    case 'Date':
      return readMoment(said) ?? wrong();
    case 'Checkbox':
      return typeof said === 'boolean' ? said : wrong();
    case 'Dictionary': {
      const values = valuesOf(memory, field.dictionary ?? '');
      return (byId(values, plainId(said)) ?? byName(values, said))?.name ?? wrong();
    }
    case 'User':
      return byId(memory.world.users, plainId(said))?.id ?? wrong();
    case 'Participant':
      return byId(memory.world.participants, plainId(said))?.id ?? wrong();
  }
};

/** Block in a request: its id, and values by tag. */
export interface SentBlock {
  readonly Id: string;
  readonly Fields: Record<string, unknown>;
}

/** Returns the card with the blocks of a request applied. Throws if a value is invalid for its field. */
export const withBlocks = (
  memory: Memory,
  type: CaseType,
  card: Record<string, unknown>,
  sent: readonly SentBlock[],
) => {
  const next = { ...card };
  for (const { Id, Fields } of sent) {
    const block = byId(type.blocks, Id);
    if (!block || block.kind === 'Table')
      return refuse(`Блок ${Id} не найден в типе «${type.name}».`, 'Blocks');
    for (const [key, value] of Object.entries(Fields)) {
      const field = block.fields.find(
        (item) => item.tag.toLowerCase() === key.toLowerCase() || item.id === plainId(key),
      );
      if (!field) return refuse(`Поле ${key} не найдено в блоке «${block.name}».`, 'Blocks');
      if (value === null || value === '') delete next[field.tag];
      else if (block.kind === 'Multi') {
        if (!Array.isArray(value)) return refuse(`Поле ${key} многострочное, ожидается массив.`, field.tag);
        next[field.tag] = value.map((item) => (item === null ? null : oneValue(memory, field, item)));
      } else next[field.tag] = oneValue(memory, field, value);
    }
    const isFilled = block.fields.some((field) => next[field.tag] !== undefined);
    const lacking = block.fields.find((field) => field.required && next[field.tag] === undefined);
    if (isFilled && lacking)
      return refuse(`В блоке «${block.name}» не заполнено обязательное поле «${lacking.name}».`, lacking.tag);
  }
  return next;
};

/** Returns the card without a row of a multi-row block, or without a whole block. */
export const withoutRow = (
  type: CaseType,
  card: Record<string, unknown>,
  blockId: string,
  order: number | null | undefined,
) => {
  const block = byId(type.blocks, blockId);
  if (!block || block.kind === 'Table') return refuse(`Блок ${blockId} не найден.`, 'DeleteRows');
  const next = { ...card };
  for (const { tag } of block.fields) {
    const rows = next[tag];
    if (order === undefined || order === null) delete next[tag];
    else if (Array.isArray(rows)) {
      if (order < 1 || order > rows.length)
        return refuse(`Строка ${order} не найдена в блоке «${block.name}».`, 'DeleteRows');
      const left = rows.filter((_, index) => index !== order - 1);
      if (left.length > 0) next[tag] = left;
      else delete next[tag];
    }
  }
  return next;
};

import {
  type AnswerField,
  answerShapes,
  kindReferredTo,
  type ShapeName,
} from '../../contract/records/answer-fields.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { attendeeType, responsibleType } from '../../contract/records/vocabulary.ts';
import { isUuid } from '../../contract/uuid.ts';
import { kindOfAddress } from '../../names/link.ts';

export interface FoundReference {
  readonly id: string;
  readonly kind: RecordKind | 'group' | undefined;
  /** Id of the parent record, such as the dictionary of a value. */
  readonly within?: string | undefined;
  /** Field names that lead to the reference. */
  readonly path: readonly string[];
  /** Name that the service returned with the reference. */
  readonly name: string | undefined;
}

/**
 * Returns the kind of record to which a card field refers. If it is a dictionary value, also returns the dictionary.
 */
type KindOfCardField = (key: string) => Pick<FoundReference, 'kind' | 'within'>;

/** A place in a record: the path to a value, and the facts that the field names on this path determine. */
interface Place {
  readonly path: readonly string[];
  readonly shape: ShapeName | undefined;
  readonly field: AnswerField | undefined;
  readonly known: Pick<FoundReference, 'kind' | 'within'>;
}

const unknown: Place['known'] = { kind: undefined };
/** Maximum nesting depth in which references are looked for. */
const maxDepth = 8;

/**
 * Returns the references in a record to other records. The kind follows from the field's name, from the type of the
 * card, or from the address in the reference.
 */
export function referencesIn(
  shape: ShapeName,
  record: Row,
  kindOfCardField: KindOfCardField,
): FoundReference[] {
  const found: FoundReference[] = [];

  const note = (id: string, row: Row, { path, field, known }: Place) => {
    const { Name, Type, Url } = row;
    const type = typeof Type === 'string' ? Type : undefined;
    const kind =
      (typeof field === 'object' ? kindReferredTo(field, type) : undefined) ??
      known.kind ??
      (type === responsibleType.group ? 'group' : undefined) ??
      (typeof Url === 'string' ? kindOfAddress(Url, id) : undefined) ??
      kindByName(path.at(-1) ?? '');
    const name = typeof Name === 'string' && Name !== '' ? Name : undefined;
    found.push({ id, kind, within: known.within, path, name });
  };

  const walk = (value: unknown, place: Place): void => {
    if (place.path.length > maxDepth) return;
    if (Array.isArray(value)) for (const item of value) walk(item, place);
    else if (isRow(value)) walkRow(value, place);
    else if (typeof value === 'string' && isReferenceName(place) && isUuid(value)) note(value, {}, place);
  };

  const walkRow = (row: Row, place: Place) => {
    const isRoot = place.path.length === 0;
    if (!isRoot && typeof row.Id === 'string' && isUuid(row.Id) && place.shape !== 'attendee')
      note(row.Id, row, place);
    const attendee = attendeeKinds[row.Type as keyof typeof attendeeKinds];
    if (typeof row.EntityId === 'string' && isUuid(row.EntityId) && attendee !== undefined)
      note(row.EntityId, { Name: row.Name }, { ...place, field: undefined, known: { kind: attendee } });
    const shapeHere = place.shape && answerShapes[place.shape];
    for (const name of Object.keys(row)) {
      const inside = row[name];
      if (!mayContainId(inside) || ownFields.test(name)) continue;
      const field = shapeHere !== undefined && Object.hasOwn(shapeHere, name) ? shapeHere[name] : undefined;
      const isCard = place.path.at(-1) === cardField;
      walk(inside, {
        path: [...place.path, name],
        shape: typeof field === 'object' && field.holds !== 'map' ? field.shape : undefined,
        field: typeof field === 'object' && field.holds === 'map' ? undefined : field,
        known: isCard ? kindOfCardField(name) : unknown,
      });
    }
  };

  walk(record, { path: [], shape, field: undefined, known: unknown });
  return found;
}

const mayContainId = (value: unknown): boolean =>
  typeof value === 'string' ? isUuid(value) : typeof value === 'object' && value !== null;
const cardField = 'Fields';
const attendeeKinds = { [attendeeType.user]: 'user', [attendeeType.participant]: 'participant' } as const;
/** Fields of a reference that are not references themselves. */
const ownFields = /^(?:id|entityid|docid|url|name)$/i;

/** Checks whether a bare id in this field is known to refer to a record. */
const isReferenceName = ({ field, known, path }: Place): boolean =>
  (typeof field === 'object' && field.to !== undefined) ||
  known.kind !== undefined ||
  kindByName(path.at(-1) ?? '') !== undefined;

let kindsByName: ReadonlyMap<string, RecordKind | undefined> | undefined;

/**
 * Returns the kind of record that fields of this name refer to in every record. Needed because services add such fields
 * to further records, such as `Author` or `AuthorId` to a task.
 */
function kindByName(name: string): RecordKind | undefined {
  kindsByName ??= readKindsByName();
  return kindsByName.get(name) ?? kindsByName.get(name.replace(/Id$/, ''));
}

function readKindsByName(): ReadonlyMap<string, RecordKind | undefined> {
  const kinds = new Map<string, RecordKind | undefined>();
  for (const shape of Object.values(answerShapes))
    for (const [name, field] of Object.entries(shape)) {
      const kind = typeof field === 'object' && typeof field.to === 'string' ? field.to : undefined;
      if (typeof field === 'object')
        kinds.set(name, kinds.has(name) && kinds.get(name) !== kind ? undefined : kind);
    }
  return kinds;
}

import type { Usually } from '../http/serializers.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { type Components, dateTime, type Json, object, text, uuid } from './components.ts';

/**
 * Returns the schema of a reference to another record. `usually` is its form if the quirk `references` is `common`.
 * `value` means a record that no operation reads.
 */
export type Refer = (usually: Usually | 'with its system name' | 'responsible' | 'value') => Json;

const baseFields = {
  Id: uuid,
  CreationDate: dateTime,
  LastChangeDate: dateTime,
  Url: { ...text, format: 'uri' },
};
const kind = { Type: { type: 'string', enum: ['User', 'Group'] } };

/** Returns the schema of the base fields of a record (ENT-1). */
export const baseReference = (components: Components): Json =>
  components.ref('EntityReference', () => object(baseFields));

/** Returns the schemas for references that `reference` and `namedValue` write. */
export function referencesOf(components: Components, references: Quirks['references']): Refer {
  if (references === 'flat')
    return (usually) => (usually === 'responsible' ? uuid : { ...uuid, nullable: true });
  const made = (name: string, ...parts: Record<string, Json>[]) =>
    components.ref(name, () => object(Object.assign({}, ...parts)));
  const short = references === 'common' ? { Id: uuid, Name: text } : baseFields;
  const long = references === 'base' ? baseFields : { ...baseFields, Name: text };
  const schemas: Record<Parameters<Refer>[0], () => Json> = {
    nameless: () => (references === 'named' ? made('NamedReference', long) : baseReference(components)),
    'with its name': () => (references === 'base' ? baseReference(components) : made('NamedReference', long)),
    'id and name': () => (references === 'common' ? made('NamedValue', short) : schemas['with its name']()),
    'with its system name': () =>
      references === 'common' ? made('SystemValue', short, { SysName: text }) : schemas['with its name'](),
    responsible: () => made('Responsible', references === 'named' ? long : short, kind),
    value: () => made('NamedValue', { Id: uuid, Name: text }),
  };
  return (usually) =>
    usually === 'responsible' ? schemas.responsible() : { allOf: [schemas[usually]()], nullable: true };
}

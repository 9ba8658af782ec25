/** Field names of early 2023 where they have changed since under the same address; what came later is absent. */

type Fields = Record<string, unknown>;
type Change = (record: Fields) => Fields;

const changes: Readonly<Record<string, Change>> = {
  participants: ({ IndividualInfo, LEDESClientId, ContactInfo, ...rest }) => ({
    ...rest,
    PersonInfo: IndividualInfo,
    ContactInfo: without(ContactInfo, 'EmailMain', 'PhoneMain'),
    ClientId: LEDESClientId,
  }),
  folders: writeFolder,
  users: (record) => without(record, 'LastLoginDate') as Fields,
};

/** HasChildren is the opposite of IsLeaf, but was right. */
function writeFolder({ Items, IsLeaf, Opened, Permissions, ...rest }: Fields): Fields {
  const isNested = Array.isArray(Items);
  return {
    ...rest,
    ...(isNested
      ? { Children: Items.map(writeFolder), HasChildren: Items.length > 0, IsExpanded: Opened }
      : {}),
    Rights: Permissions,
  };
}

/** An answer with the names of 2023. @param area the segment after the version in the path */
export function writeAs2023(area: string, body: unknown): unknown {
  const change = changes[area];
  if (!change || !isRecord(body)) return body;
  if (!isPage(body)) return change(body);
  return { ...body, Items: body.Items.map(change) };
}

/** A body that uses the names of 2023, with those of today. */
export function readAs2023(area: string, body: unknown): unknown {
  if (area !== 'participants' || !isRecord(body)) return body;
  const today: Readonly<Record<string, string>> = { personinfo: 'IndividualInfo', clientid: 'LEDESClientId' };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [today[name.toLowerCase()] ?? name, value]),
  );
}

function without(record: unknown, ...names: readonly string[]): unknown {
  if (!isRecord(record)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A folder has Items as well, but no address of a next page. */
const isPage = (body: Fields): body is Fields & { Items: Fields[] } =>
  'NextPageUrl' in body && Array.isArray(body.Items);

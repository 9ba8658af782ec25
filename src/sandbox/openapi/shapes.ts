import {
  anything,
  array,
  type Components,
  dateTime,
  integer,
  type Json,
  object,
  text,
  uuid,
} from './components.ts';

/** Base fields of every record (ENT-1). */
const entityReference = (components: Components) =>
  components.ref('EntityReference', () =>
    object({ Id: uuid, CreationDate: dateTime, LastChangeDate: dateTime, Url: { ...text, format: 'uri' } }),
  );

/** A record: its base fields and more, which differ by version and permission. */
export const record = (components: Components, name: string) =>
  components.ref(name, () => ({
    allOf: [entityReference(components)],
    type: 'object',
    properties: { Name: text },
    additionalProperties: true,
  }));

/** The envelope of a list. */
export const page = (components: Components, name: string) =>
  components.ref(`Page[${name}]`, () =>
    object({ Items: array(record(components, name)), NextPageUrl: text }),
  );

/** The framework's error shape. */
export const problemDetails = (components: Components) =>
  components.ref('ProblemDetails', () => ({
    ...object({ type: text, title: text, status: integer, traceId: text, errors: anything }),
    additionalProperties: true,
  }));

/** The service's own error record (OBJ-9). */
export const errorRecord = (components: Components) =>
  components.ref('Error', () =>
    object({ Error: text, ErrorType: text, ConflictMessage: text, ConflictObjects: array(uuid) }),
  );

const day: Json = { type: 'string', format: 'date' };
const word: Json = { type: 'string' };

/** Answers that are neither records nor lists of them, by name. */
const looseShapes = {
  Token: object({ access_token: word, token_type: word, expires_in: integer, refresh_token: word }),
  TokenError: object({ error: word, error_description: text }),
  McpConnection: object({ Url: word, Transport: word, Authentication: word, TokenOperation: word }),
  NonWorkingDays: object({ Dates: array(day), Intervals: array(object({ Start: day, End: day })) }),
  RolePermissions: object({
    RoleId: uuid,
    RoleName: text,
    Permissions: array(object({ Section: word, AccessLevel: word })),
  }),
  Notice: object({ Id: uuid, CreationDate: dateTime, Text: text }),
  Recording: object({
    FileId: uuid,
    FileName: word,
    Size: { type: 'integer', format: 'int64' },
    CallId: { ...uuid, nullable: true },
  }),
  ScriptRun: object({ RunId: uuid, Status: word, Result: { ...anything, nullable: true } }),
  FetchedFile: object({
    Content: word,
    ContentType: word,
    Name: word,
    Size: { type: 'integer', format: 'int64' },
  }),
  FileContent: object({ Name: word, ContentType: word, Content: word }),
  ExtractedFiles: array(object({ Url: { type: 'string', format: 'uri' }, Name: word, Path: word })),
  Health: object({ Status: word, DbStatus: word }),
  Anything: anything,
} satisfies Record<string, Json>;

export type LooseShape = keyof typeof looseShapes;

export const loose = (components: Components, name: LooseShape) =>
  components.ref(name, () => looseShapes[name]);

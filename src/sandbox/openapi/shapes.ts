import { accessLevels, sections } from '../state/entities/access.ts';
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
import { flag, oneOf, type Shown } from './records.ts';

/** Returns the schema of a page of a list. */
export const page = (components: Components, name: string, item: Json) =>
  components.ref(`Page[${name}]`, () => object({ Items: array(item), NextPageUrl: text }));

/** Returns the schema of errors of the web framework. */
export const problemDetails = (components: Components) =>
  components.ref('ProblemDetails', () => ({
    ...object({ type: text, title: text, status: integer, traceId: text, errors: anything }),
    additionalProperties: true,
  }));

/** Returns the schema of errors that rules of the service cause (OBJ-9). */
export const errorRecord = (components: Components) =>
  components.ref('Error', () =>
    object({ Error: text, ErrorType: text, ConflictMessage: text, ConflictObjects: array(uuid) }),
  );

/** Returns the schema of a refused token request. */
export const tokenError = (components: Components) =>
  components.ref('TokenError', () => object({ error: word, error_description: text }));

const day: Json = { type: 'string', format: 'date' };
const word: Json = { type: 'string' };
const size: Json = { type: 'integer', format: 'int64' };
const address: Json = { type: 'string', format: 'uri' };
const button = object({ Text: word, Link: word, OpenInNewWindow: { type: 'boolean', nullable: true } });

/** Responses that are neither records nor lists of records, by name. */
const looseShapes = {
  Token: () => object({ access_token: word, token_type: word, expires_in: integer, refresh_token: word }),
  McpConnection: () => object({ Url: address, Transport: word, Authentication: word, TokenOperation: word }),
  NonWorkingDays: () => object({ Dates: array(day), Intervals: array(object({ Start: day, End: day })) }),
  NonWorkingInterval: () => object({ Start: day, End: day }),
  RolePermissions: () =>
    object({
      RoleId: uuid,
      RoleName: text,
      Permissions: array(
        object({ Section: oneOf(...sections), AccessLevel: oneOf(...accessLevels, 'Creator') }),
      ),
    }),
  Notice: ({ refer }) =>
    object({
      ...{ Id: uuid, CreationDate: dateTime, User: refer('nameless'), Text: text },
      ...{ Buttons: array(button), CloseOnClick: flag },
      ...{ Title: text, Object: refer('nameless'), OnlyInObjectCard: flag },
    }),
  CallNotice: () => object({ Id: uuid, CreationDate: dateTime, UserId: uuid, Text: text }),
  Recording: () => object({ FileId: uuid, FileName: word, Size: size, CallId: { ...uuid, nullable: true } }),
  ScriptRun: () => object({ RunId: uuid, Status: word, Result: { ...anything, nullable: true } }),
  FetchedFile: () => object({ Content: word, ContentType: word, Name: word, Size: size }),
  FileContent: () => object({ Name: word, ContentType: word, Content: word }),
  ExtractedFiles: () => array(object({ Url: address, Name: word, Path: word })),
  Health: () => object({ Status: word, DbStatus: word }),
  Anything: () => anything,
} satisfies Record<string, (shown: Shown) => Json>;

type LooseShape = keyof typeof looseShapes;
/** Shape of a response: a named shape, one record or a list of the route's records, a file, or nothing. */
export type AnswerShape = LooseShape | 'record' | 'page' | 'rows' | 'file' | 'nothing';

export const loose = (shown: Shown, name: LooseShape) =>
  shown.components.ref(name, () => (looseShapes[name] as (shown: Shown) => Json)(shown));

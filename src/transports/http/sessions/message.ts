import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  RELATED_TASK_META_KEY,
  type RequestId,
} from '@modelcontextprotocol/server';

/** Most messages of one request. */
export const maxBatch = 100;

/**
 * Reads a message. The usual request is recognised by its shape: the SDK's schema tries four kinds in turn, and each one
 * that does not fit builds an error.
 * @throws ZodError if it is none
 */
export const readMessage = (json: unknown): JSONRPCMessage =>
  isUsualRequest(json) ? json : parseJSONRPCMessage(json);

type Fields = Readonly<Record<string, unknown>>;
const members = new Set(['jsonrpc', 'id', 'method', 'params']);
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRequestId = (value: unknown): value is RequestId =>
  typeof value === 'string' || Number.isSafeInteger(value);

/** The schema gives a form to the token and to the task, and to nothing else. */
const isUsualMeta = (meta: unknown): boolean =>
  isObject(meta) &&
  (meta.progressToken === undefined || isRequestId(meta.progressToken)) &&
  !(RELATED_TASK_META_KEY in meta);

function isUsualRequest(json: unknown): json is JSONRPCMessage {
  if (!isObject(json) || json.jsonrpc !== '2.0' || !isRequestId(json.id)) return false;
  if (typeof json.method !== 'string' || !isObject(json.params)) return false;
  for (const name in json) if (!members.has(name)) return false;
  const { _meta: meta } = json.params;
  return meta === undefined || isUsualMeta(meta);
}

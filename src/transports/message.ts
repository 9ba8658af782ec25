import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  RELATED_TASK_META_KEY,
  type RequestId,
} from '@modelcontextprotocol/server';

/** Maximum number of messages in one request. */
export const maxBatch = 100;

/**
 * Reads a message. Usual requests are recognized by their structure, because the SDK's schema tries four types in turn
 * and builds an error for each mismatch.
 * @throws ZodError if it is not a message
 */
export const readMessage = (json: unknown): JSONRPCMessage =>
  isUsualRequest(json) ? json : parseJSONRPCMessage(json);

type Fields = Readonly<Record<string, unknown>>;
const members = new Set(['jsonrpc', 'id', 'method', 'params']);
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRequestId = (value: unknown): value is RequestId =>
  typeof value === 'string' || Number.isSafeInteger(value);

/** Checks the metadata of a request. The schema restricts only the progress token and the task. */
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

/** What an answer may be: one message, or a stream of events. */
const answered = ['application/json', 'text/event-stream'];

/**
 * What a request accepts, in the words that MCP asks for: whoever takes anything, or says nothing, takes both kinds of
 * answers (RFC 9110, 12.5.1), and most tools do no more.
 */
export function withAccept(request: Request): Request {
  const given = request.headers.get('accept');
  if (given !== null && answered.every((type) => given.includes(type))) return request;
  if (!answered.every((type) => accepts(given, type))) return request;
  const headers = new Headers(request.headers);
  headers.set('accept', answered.join(', '));
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function accepts(header: string | null, type: string): boolean {
  const fitting = ['*/*', `${type.slice(0, type.indexOf('/'))}/*`, type];
  return (header?.trim() || '*/*').split(',').some((part) => {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return fitting.includes(range) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

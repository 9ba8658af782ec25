import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/**
 * Schemas for the subset of OTLP over HTTP in JSON that casebridge sends. Sources: `ExportTraceServiceRequest` of
 * opentelemetry-proto, and "JSON Protobuf Encoding" in its docs/specification.md. The schemas reject unknown fields,
 * which a real collector ignores, so that tests find a misspelled field.
 */
const id = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[\\da-f]{${digits}}$`));
const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  ]),
});
/** Nanoseconds since 1970, in this century. */
const moment = z.string().regex(/^[12]\d{18}$/);
const sentSpan = z
  .strictObject({
    traceId: id(32),
    spanId: id(16),
    parentSpanId: id(16).optional(),
    name: z.string().min(1),
    kind: z.int().min(1).max(5),
    startTimeUnixNano: moment,
    endTimeUnixNano: moment,
    attributes: z.array(attribute),
    status: z.strictObject({ code: z.int().min(0).max(2).optional(), message: z.string().optional() }),
  })
  .refine(({ startTimeUnixNano: start, endTimeUnixNano: end }) => BigInt(start) <= BigInt(end));
const exported = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string().optional() }),
          spans: z.array(sentSpan).min(1),
        }),
      ),
    }),
  ),
});

/** Span with its attributes by name. */
export interface Collected extends Omit<z.output<typeof sentSpan>, 'attributes'> {
  readonly attributes: Readonly<Record<string, string>>;
}

/** Accepts traces as an OpenTelemetry collector does, and rejects invalid ones. */
export async function startCollector(answer?: (response: ServerResponse) => void) {
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string }[] =
    [];
  const wrong: unknown[] = [];
  const spans: Collected[] = [];
  const resources: Record<string, string>[] = [];
  const byKey = (attributes: readonly z.output<typeof attribute>[]) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as string]));
  const take = (text: string): number => {
    const { data, error } = exported.safeParse(JSON.parse(text));
    if (error) return wrong.push(error.issues) && 400;
    for (const { resource, scopeSpans } of data.resourceSpans) {
      resources.push(byKey(resource.attributes));
      for (const scope of scopeSpans)
        spans.push(...scope.spans.map((span) => ({ ...span, attributes: byKey(span.attributes) })));
    }
    return 200;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      requests.push({ path: `${request.method} ${request.url}`, headers: request.headers, text });
      if (answer) return answer(response);
      response.writeHead(take(text), { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    wrong,
    spans,
    resources,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

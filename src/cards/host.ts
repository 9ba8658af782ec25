/**
 * Connection to the host, the program that shows a card (MCP Apps, revision 2026-01-26). Host and card exchange
 * JSON-RPC messages with `window.postMessage`.
 */

export interface HostContext {
  readonly theme?: string;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> };
  readonly safeAreaInsets?: Readonly<Record<string, unknown>>;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  /** Data of a picture, in base64. */
  readonly data?: string;
  readonly mimeType?: string;
}

/** A result of a tool, as the server returned it. */
export interface ShownResult {
  readonly content?: readonly Block[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Callbacks of a card for messages from the host. */
interface Card {
  readonly contextChanged: (context: HostContext) => void;
  /** Called with the arguments of the call whose result comes next. */
  readonly called: (args: Readonly<Record<string, unknown>>) => void;
  readonly shown: (result: ShownResult) => void;
  readonly cancelled: () => void;
}

export interface Host {
  /** @throws Error if the host does not forward the call */
  readonly call: (tool: string, args: object) => Promise<ShownResult>;
  /** Sends a message to the model. Resolves to false if the host does not allow this. */
  readonly tellModel: (text: string) => Promise<boolean>;
  readonly openLink: (url: string) => void;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: unknown };
}

type Answered = (message: Message) => void;

const revision = '2026-01-26';
const methodNotFound = -32601;

/** Connects a card to its host. */
export function connectHost(name: string, card: Card): Host {
  const waiting = new Map<number | string, Answered>();
  let context: HostContext = {};
  let capabilities: Readonly<Record<string, unknown>> = {};
  let last = 0;
  const send = (message: object) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const notify = (method: string, params: object) => send({ method, params });
  const request = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(new Error(String(error.message ?? ''))),
      );
      send({ id: last, method, params });
    });
  const changed = (part: HostContext) => {
    context = { ...context, ...part };
    card.contextChanged(context);
  };
  const told: Readonly<Record<string, (params: unknown) => void>> = {
    'ui/notifications/tool-input': (params) =>
      card.called((params as { arguments?: Readonly<Record<string, unknown>> }).arguments ?? {}),
    'ui/notifications/tool-result': (params) => card.shown(params as ShownResult),
    'ui/notifications/tool-cancelled': () => card.cancelled(),
    'ui/notifications/host-context-changed': (params) => changed(params as HostContext),
  };
  const answered: Readonly<Record<string, object>> = { ping: {}, 'ui/resource-teardown': {} };
  window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== window.parent || typeof data !== 'object' || data === null) return;
    const { id, method, params } = data;
    if (method === undefined) {
      const done = id === undefined ? undefined : waiting.get(id);
      if (id !== undefined) waiting.delete(id);
      done?.(data);
    } else if (id === undefined) told[method]?.(params);
    else if (answered[method]) send({ id, result: answered[method] });
    else send({ id, error: { code: methodNotFound, message: 'Method not found' } });
  });
  void request('ui/initialize', {
    protocolVersion: revision,
    appInfo: { name: `casebridge ${name}`, version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
  }).then((result) => {
    const { hostContext = {}, hostCapabilities = {} } = (result ?? {}) as Record<string, object>;
    capabilities = hostCapabilities as typeof capabilities;
    changed(hostContext);
    notify('ui/notifications/initialized', {});
    watchSize((width, height) => notify('ui/notifications/size-changed', { width, height }));
  });
  return {
    call: async (tool, args) => (await request('tools/call', { name: tool, arguments: args })) as ShownResult,
    tellModel: async (text) => {
      if (capabilities.updateModelContext === undefined) return false;
      const telling = request('ui/update-model-context', { content: [{ type: 'text', text }] });
      return telling.then(
        () => true,
        () => false,
      );
    },
    openLink: (url) => void request('ui/open-link', { url }).catch(() => undefined),
  };
}

/** Reports the size of the page when it changes, at most once per frame. */
function watchSize(tell: (width: number, height: number) => void): void {
  let known = '';
  const measure = () => {
    const { width, height } = document.body.getBoundingClientRect();
    const size: [number, number] = [Math.ceil(width), Math.ceil(height)];
    if (known === String(size)) return;
    known = String(size);
    tell(...size);
  };
  new ResizeObserver(() => requestAnimationFrame(measure)).observe(document.body);
  measure();
}

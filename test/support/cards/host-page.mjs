import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** Page of the test host: the official bridge, and a sandbox of another origin between the host and the card. */

const capabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  updateModelContext: { text: {} },
};
let bridge;
/** Called with the next size that a card requests. */
let sized;
const nextSize = () =>
  new Promise((resolve) => {
    sized = resolve;
  });
/** Timeout for a card that requests no new size. */
const resizeTimeoutMs = 2000;

/** Shows a page, then the result of a call. Passes requests from the card to `fromCard`. */
window.showCard = async ({ html, csp, context, input, result, sandbox }) => {
  await bridge?.close();
  for (const old of document.querySelectorAll('iframe')) old.remove();
  const frame = document.createElement('iframe');
  frame.title = 'card';
  frame.style = 'border:0;width:100%;height:40px';
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  document.body.append(frame);
  const opened = new AppBridge(null, { name: 'test host', version: '1' }, capabilities, {
    hostContext: context,
  });
  bridge = opened;
  const pass = (kind) => (params) => window.fromCard(kind, params);
  opened.oncalltool = pass('call');
  opened.onopenlink = pass('link');
  opened.onupdatemodelcontext = pass('model');
  opened.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
    window.sizes = [...(window.sizes ?? []), height];
    sized?.();
  };
  const ready = new Promise((resolve) => {
    opened.addEventListener('sandboxready', resolve);
  });
  const begun = new Promise((resolve) => {
    opened.addEventListener('initialized', resolve);
  });
  // Connect first, because the sandbox reports only once that it is ready.
  await opened.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = sandbox;
  await ready;
  await opened.sendSandboxResourceReady({ html, csp });
  const empty = nextSize();
  await begun;
  await empty;
  const began = performance.now();
  const drawn = Promise.race([nextSize(), new Promise((resolve) => setTimeout(resolve, resizeTimeoutMs))]);
  await opened.sendToolInput({ arguments: input });
  await opened.sendToolResult(result);
  // The card requests its size after it has rendered.
  await drawn;
  window.drawn = performance.now() - began;
};

window.changeContext = (context) => bridge.setHostContext(context);
window.tearDown = () => bridge.teardownResource({});

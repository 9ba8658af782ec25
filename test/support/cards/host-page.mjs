import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

/** A program that shows cards, in a browser: the official bridge, and a sandbox of another origin between it and the card. */

const capabilities = {
  openLinks: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  updateModelContext: { text: {} },
};
let bridge;
/** Told of the next size that a card wants. */
let sized;
const nextSize = () =>
  new Promise((resolve) => {
    sized = resolve;
  });
/** For a card that needs no other size than before. */
const patienceMs = 2000;

/** Shows a page, and then the result of a call. What the card asks for is passed on to `fromCard`. */
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
  // Before the sandbox can say that it is ready.
  await opened.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = sandbox;
  await ready;
  await opened.sendSandboxResourceReady({ html, csp });
  const empty = nextSize();
  await begun;
  await empty;
  const began = performance.now();
  const drawn = Promise.race([nextSize(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  await opened.sendToolInput({ arguments: input });
  await opened.sendToolResult(result);
  // The card has its size when it has been drawn.
  await drawn;
  window.drawn = performance.now() - began;
};

window.changeContext = (context) => bridge.setHostContext(context);
window.tearDown = () => bridge.teardownResource({});

import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

/** Parts of undici that connections to the service need. Most of undici is excluded, because only `fetch` needs it. */

// Add `connect` like the index of undici does, because the proxy agent opens tunnels with it.
Object.assign(Dispatcher.prototype, { connect });

export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as errors } from 'undici/lib/core/errors.js';
export { default as Client } from 'undici/lib/dispatcher/client.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';

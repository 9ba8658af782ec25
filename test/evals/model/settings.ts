import { readFileSync } from 'node:fs';

/** Settings of the model, read from the environment. */
export interface ModelSettings {
  /** API of the model. */
  readonly api: 'openai' | 'anthropic';
  /** Base URL, such as `https://models.example.com/v1`. */
  readonly address: string;
  readonly model: string;
  /** API key. Undefined if the address requires none. Never printed. */
  readonly key: string | undefined;
}

/**
 * Reads `EVALS_API` (`openai`, the default, or `anthropic`), `EVALS_ADDRESS`, `EVALS_MODEL`, and `EVALS_KEY`
 * or `EVALS_KEY_FILE`.
 * @returns undefined if no model is set
 * @throws Error with the name of the missing or wrong variable
 */
export function readModelSettings(
  env: Readonly<Record<string, string | undefined>>,
): ModelSettings | undefined {
  const { EVALS_MODEL: model, EVALS_ADDRESS: address, EVALS_API: api = 'openai' } = env;
  if (!model) return undefined;
  if (!address) throw new Error('EVALS_ADDRESS is missing: the address of the model, up to /v1.');
  if (!URL.canParse(address)) throw new Error(`EVALS_ADDRESS ${JSON.stringify(address)} is no address.`);
  if (api !== 'openai' && api !== 'anthropic')
    throw new Error(`EVALS_API ${JSON.stringify(api)} is neither openai nor anthropic.`);
  const file = env.EVALS_KEY_FILE;
  const key = file ? readFileSync(file, 'utf8').trim() : env.EVALS_KEY;
  return { api, address: address.replace(/\/+$/, ''), model, key: key || undefined };
}

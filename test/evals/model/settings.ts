import { readFileSync } from 'node:fs';

/** The model that is asked, from the environment. */
export interface ModelSettings {
  /** Which requests it understands. */
  readonly api: 'openai' | 'anthropic';
  /** What its paths begin with, such as `https://models.example.com/v1`. */
  readonly address: string;
  readonly model: string;
  /** Undefined where the address asks for none. Never printed. */
  readonly key: string | undefined;
}

/**
 * `EVALS_API` (openai, which is the default, or anthropic), `EVALS_ADDRESS`, `EVALS_MODEL`, and `EVALS_KEY` or
 * `EVALS_KEY_FILE`.
 * @returns undefined where no model is named
 * @throws Error which names the variable that is wrong or missing
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

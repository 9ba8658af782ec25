/** Arguments longer than this are not worth repeating. */
const maxLength = 1500;

/** A call as it can be made again: the tool and its arguments as JSON, or in words where they are long. */
export function callAgain(tool: string, input: unknown, options: Readonly<Record<string, unknown>>): string {
  const args = typeof input === 'object' && input !== null ? input : {};
  const whole = JSON.stringify({ ...args, ...options });
  return whole.length <= maxLength ? `${tool} ${whole}` : `the same call with ${JSON.stringify(options)}`;
}

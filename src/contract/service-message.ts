/** Maximum length of a message that casebridge shows, in characters. A longer message is cut. */
const maxMessage = 1000;

/**
 * Returns the service's own error message. Returns undefined if the body contains none. Supported formats: duplicate
 * conflict, OAuth, model binding, problem details, rule error, plain text. Removes HTML and cuts the message to 1,000
 * characters.
 */
export function serviceMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return clean(body);
  if (typeof body !== 'object' || body === null) return undefined;
  const record = body as Record<string, unknown>;
  const candidates = [
    record.ConflictMessage,
    record.error_description,
    fieldErrors(record.errors ?? record.Errors),
    Array.isArray(record.detail) ? fieldErrors(record.detail) : record.detail,
    record.title,
    record.Error,
    record.Message,
    record.message,
    errorWords(record.error ?? record.Error),
  ];
  const found = candidates.find((value): value is string => typeof value === 'string' && value.trim() !== '');
  return found === undefined ? undefined : clean(found);
}

/** Joins validation messages, which are grouped by field or a list of errors that each name a field. */
function fieldErrors(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined;
  const lines = Array.isArray(errors)
    ? errors.flatMap((one) => errorWords(one) ?? [])
    : Object.entries(errors).map(
        ([field, said]) =>
          `${field}: ${[said]
            .flat()
            .flatMap((one) => errorWords(one) ?? [])
            .join(' ')}`,
      );
  return lines.length > 0 ? lines.join('; ') : undefined;
}

/** Converts one error in a list to text. Frameworks name the members of an error differently. */
function errorWords(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return error == null ? undefined : String(error);
  const texts = Object.entries(error)
    .map(
      // A path may be a list of names and indexes.
      ([name, value]) => [name, Array.isArray(value) ? value.join('.') : value] as const,
    )
    .filter((one): one is readonly [string, string] => typeof one[1] === 'string');
  const called = (names: RegExp) => texts.find(([name, text]) => names.test(name) && text.trim() !== '')?.[1];
  const said = [
    called(/^(?:field|property(?:name)?|name|path|pointer|loc(?:ation)?)$/i),
    called(/message|msg|detail|title/i),
  ];
  return said.filter((text) => text !== undefined).join(': ') || undefined;
}

function clean(text: string): string | undefined {
  // Cut the string first, because the patterns below are slow on long strings.
  const plain = harmless(
    text
      .slice(0, 4 * maxMessage)
      .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^<>]*>/g, ' '),
  );
  if (plain === '') return undefined;
  return plain.length > maxMessage ? `${plain.slice(0, maxMessage)}…` : plain;
}

const maxExcerpt = 200;

/** Returns the start of an unexpected string as one line: at most 200 characters, without invisible ones. */
export const excerpt = (text: string) => harmless(text.slice(0, 2 * maxExcerpt)).slice(0, maxExcerpt);

/** Removes control and invisible characters, which can hide or reorder text. */
const harmless = (text: string) =>
  text
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

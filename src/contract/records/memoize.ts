/** Maximum number of cached results of one function. If there are more, the cache of the function is cleared. */
const maxResults = 4096;
/** Maximum length of a text whose result is cached, in characters. Results for longer texts are computed each time. */
const maxLength = 100;

/** Caches the results of a pure function of a short text that repeats, such as the name of a field. */
export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined || text.length > maxLength) return known ?? compute(text);
    // Copy the text, because it may be a slice of a whole response, which V8 would then keep in memory.
    const own = Buffer.from(text).toString();
    const result = compute(own);
    // A text with half of a surrogate pair does not survive the copy, so its result is not cached.
    if (own !== text) return compute(text);
    if (results.size >= maxResults) results.clear();
    results.set(own, result);
    return result;
  };
}

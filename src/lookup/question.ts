/** By what participants are asked: an INN, an e-mail address, a phone number or a name. */
export function questionOf(text: string): Readonly<Record<string, string>> {
  const wanted = text.trim();
  if (/^\d{10}(\d\d)?$/.test(wanted)) return { INN: wanted };
  if (wanted.includes('@')) return { Email: wanted };
  if (/^\+?[\d\s()-]{7,}$/.test(wanted)) return { Phone: wanted };
  return { Name: wanted };
}

const units: Readonly<Record<string, number>> = { pt: 1, in: 72, cm: 28.35, mm: 2.835, px: 0.75, pc: 12 };

/**
 * Converts a length from VML or OpenDocument, such as `1.5cm`, to points. Returns NaN if it is missing or invalid.
 * @param usual unit of a number without unit
 */
export function pointsIn(length: string | undefined, usual = 'px'): number {
  const [, value, unit = usual] =
    /^(-?[\d.]{1,12})(pt|in|cm|mm|px|pc)?$/.exec(length?.trim().toLowerCase() ?? '') ?? [];
  return Number(value ?? Number.NaN) * (units[unit] ?? 1);
}

/** Phrases in messages for assistants, with their replacements for a person at the terminal. */
const forPerson: readonly (readonly [RegExp, string])[] = [
  [/ ?Do not ask the user[^.]*\./g, ''],
  [/: tell the user, do not try other ways/g, ''],
  [/\bask the user whether to\b/g, 'decide whether to'],
  [/\bask the user before\b/g, 'make sure before'],
  [/\bask the user or the operator\b/g, 'ask the operator'],
  [/\bAsk the user for another\b/g, 'Try another'],
  [/\bAsk the user for (their [^.]*?) and pass it/g, 'Use $1'],
  [/\bAsk the user which one they mean, and pass\b/g, 'Pass'],
  [/,? (?:and )?ask the user(?=[.,;:)])/g, ''],
  [/\bshow the user\b/g, 'look at'],
  [/\bShow the user (the \w+) (against|before)\b/g, 'Look at $1 $2'],
  [/\btell the user to\b ?/g, ''],
  [/\bGive the user\b/g, 'Use'],
  [/\bto the user only when asked\b/g, 'to others only when asked'],
];

/** Rewrites the sentence about the next step, or a description, for a person. */
export const toPerson = (text: string) =>
  forPerson.reduce((rest, [pattern, words]) => rest.replace(pattern, words), text).trim();

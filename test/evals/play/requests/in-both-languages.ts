import type { AnswerFact } from '../judging/answers.ts';
import type { ExpectedChange } from '../judging/expected.ts';
import type { Office } from '../judging/office.ts';
import type { PlainUser } from '../judging/records.ts';
import type { Times } from '../judging/times.ts';
import type { PlayRequest } from '../request.ts';

/**
 * Series of changes in one request, once in each language. The records differ, the right change follows the
 * same rule.
 */
export interface Series<Details> {
  readonly ru: SeriesIn & Details;
  readonly en: SeriesIn & Details;
  readonly expects: (
    office: Office,
    times: Times,
    details: Details,
  ) => { readonly says: readonly AnswerFact[]; readonly changes: readonly ExpectedChange[] };
  /** Default: nothing should change. */
  readonly byHand?: (user: PlainUser, office: Office, times: Times, details: Details) => Promise<unknown>;
}

interface SeriesIn {
  readonly who: string;
  readonly prompt: string;
}

const languages = ['ru', 'en'] as const;

/** Returns the requests of a series, one in each language. */
export function requestsOf<Details>(
  { expects, byHand, ...words }: Series<Details>,
  number: number,
): PlayRequest[] {
  return languages.map((language) => {
    const { who, prompt, ...rest } = words[language];
    const details = rest as Details;
    return {
      ...{ id: `${language}-${number}`, language, who, prompt },
      kind: 'series',
      expects: (office, times) => expects(office, times, details),
      ...(byHand && { byHand: (user, office, times) => byHand(user, office, times, details) }),
    };
  });
}

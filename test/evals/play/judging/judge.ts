import type { PlayRequest } from '../request.ts';
import { type AnswerJudgement, judgeAnswer } from './answers.ts';
import { changesBetween, type RecordChange } from './changes.ts';
import { problemsOfChanges } from './expected.ts';
import { type Office, readOffice, sourceOf, withoutElements } from './office.ts';
import { type PlainUser, plainUser, type Records, readRecords } from './records.ts';
import { type Times, timesAt } from './times.ts';

interface JudgedWords extends AnswerJudgement {
  readonly isAnswerRight: boolean;
}

/** Judgement of one played request. */
export interface Judgement extends JudgedWords {
  readonly isStateRight: boolean;
  /** Reasons why the end state is wrong. */
  readonly problems: readonly string[];
  readonly changes: readonly RecordChange[];
}

/** Request with its right answer and end state, computed from the records and the time at the start. */
export interface PreparedRequest {
  readonly prompt: string;
  readonly times: Times;
  /** Judges only the answer. A missing answer is wrong. */
  judgeWords(answer: string | undefined): JudgedWords;
  /** Reads the end state and judges it together with the answer. */
  judge(answer: string | undefined): Promise<Judgement>;
  /** Judges an answer as if nothing had been changed. */
  judgeUnchanged(answer: string | undefined): Judgement;
  /** Makes the right change by plain requests. Does nothing if nothing should change. */
  changeByHand(): Promise<void>;
}

/** Records of a service before a player starts. */
export interface Start {
  readonly user: PlainUser;
  /** Records as the user of the request sees them. */
  readonly office: Office;
  /** Records as an administrator sees them. */
  readonly before: Records;
}

/**
 * Reads the records of a service before a player starts.
 * @param origin base URL of the service
 * @param who login of the user
 */
export async function readStart(origin: string, who: string): Promise<Start> {
  const user = plainUser(origin, who);
  return {
    user,
    office: await readOffice(user, who),
    before: await readRecords(plainUser(origin, 'admin').api),
  };
}

/**
 * Computes the right answer and end state of a request.
 * @param origin base URL of the service
 * @param start records of the service. Default: they are read now.
 */
export async function prepareRequest(
  origin: string,
  request: PlayRequest,
  now: Date = new Date(),
  start?: Start,
): Promise<PreparedRequest> {
  const { user, office, before } = start ?? (await readStart(origin, request.who));
  const admin = plainUser(origin, 'admin');
  const own = before.users.find(({ ExternalId }) => ExternalId === request.who);
  const times = timesAt(now, own.TimeZone);
  const { says, never = [], changes: expected = [] } = await request.expects(office, times);
  const judgeWords = (answer: string | undefined): JudgedWords => {
    const { missing, forbidden } = judgeAnswer(answer ?? '', says, never);
    const isAnswerRight = answer !== undefined && missing.length === 0 && forbidden.length === 0;
    return { missing, forbidden, isAnswerRight };
  };
  const judgeState = (after: Records, answer: string | undefined): Judgement => {
    const changes = changesBetween(before, after);
    const problems = problemsOfChanges(changes, expected);
    return { ...judgeWords(answer), isStateRight: problems.length === 0, problems, changes };
  };
  return {
    judgeWords,
    prompt: typeof request.prompt === 'string' ? request.prompt : request.prompt(times, office),
    times,
    changeByHand: async () => {
      await request.byHand?.(user, office, times);
    },
    judge: async (answer) =>
      judgeState(await withTexts(await readRecords(admin.api), before, admin.file), answer),
    judgeUnchanged: (answer) => judgeState(before, answer),
  };
}

/** Adds the texts of new documents, so that expectations can check them. */
async function withTexts(
  after: Records,
  before: Records,
  file: (id: string) => Promise<Uint8Array>,
): Promise<Records> {
  const known = new Set(before.documents.map(({ Id }) => Id));
  const documents = await Promise.all(
    after.documents.map(async (document) => {
      if (known.has(document.Id) || document.FileId === null) return document;
      const source = sourceOf(await file(document.Id), document.Extension);
      return { ...document, Text: withoutElements(source).slice(0, 20_000) };
    }),
  );
  return { ...after, documents };
}

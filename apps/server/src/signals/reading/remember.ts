import { type ChangeAnswer, type ChangeQuestion, lastChangeText } from '../engine/last-changes.ts';
import type { ReadResolution } from '../point-kind.ts';
import type { Columns } from '../sql/native-format.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import type { AnswerCache } from './answer-cache.ts';
import { type DayMarks, daysOf, readDayMarks, type SeriesPeriod } from './pending-days.ts';
import { usesRollUps } from './read-plan.ts';
import type { DayPoints } from './recent/day-points.ts';
import type { MonthRollUps } from './recent/month-roll-ups.ts';
import type { NewestPoints } from './recent/newest-points.ts';
import { type RecalledMonths, recallMonths } from './recent/recall-days.ts';
import { RecalledHours } from './recent/recall-hours.ts';
import { isUnchanged, type RecentSlices, type SliceQuestion } from './recent/recent-slices.ts';

/** A database, and what is remembered of it: answers, days of points, months of roll-ups, and newest points. */
export interface Reader {
  database: SignalDatabase;
  answers: AnswerCache;
  recent: RecentSlices<DayPoints>;
  rollUps: RecentSlices<MonthRollUps>;
  newest: NewestPoints;
}

export interface Remembering {
  /** Everything that the answer depends on beside the points; it can be written as JSON. */
  query: { resolution: ReadResolution };
  asked: SeriesPeriod;
  options: StatementOptions;
  /** Roll-ups that would answer if they were in memory; undefined: none could. */
  findMonths: () => SliceQuestion | undefined;
  /** The same of days of points. */
  findDays?: () => SliceQuestion | undefined;
  /** Whether their points answer as the engine would. */
  canTell?: (hours: RecalledHours) => boolean;
}

/** What an answer is made with. */
export interface Making {
  /** Days per block whose roll-ups may differ from their points. */
  pending: DayMarks['pending'];
  select(sql: string): Promise<Columns>;
  /** Roll-ups from memory that are true now. */
  recalled?: RecalledMonths | undefined;
  /** The same of points, and then nothing else has to be read. */
  hours?: RecalledHours | undefined;
}

type Make<T> = (making: Making) => Promise<{ answer: T; bytes: number }>;

/** The answer that was given before, where it is certain that nothing it was made of has changed; else a new one. */
export async function answerOnce<T>(reader: Reader, remembering: Remembering, make: Make<T>): Promise<T> {
  const question = JSON.stringify(remembering.query);
  return usesRollUps(remembering.query.resolution)
    ? answerFromRollUps(reader, { ...remembering, question }, make)
    : answerFromPoints(reader, { question, days: daysOf(remembering.asked), options: remembering.options }, make);
}

type Asked = Pick<Remembering, 'asked' | 'options' | 'findMonths' | 'findDays' | 'canTell'> & { question: string };

interface AskedPoints {
  question: string;
  /** Days whose points may have a part in the answer. */
  days: ChangeQuestion;
  options: StatementOptions;
}

async function answerFromRollUps<T>(
  reader: Reader,
  { question, asked, options, findMonths, findDays, canTell }: Asked,
  make: Make<T>,
): Promise<T> {
  const { database, answers, rollUps, recent } = reader;
  const select = (sql: string) => database.select(sql, options);
  const days = daysOf(asked);
  const change = await database.findChange(days);
  if (change === undefined) {
    // Where the engine does not say what has changed, the marks of the roll-ups do.
    const { stamp, pending } = await readDayMarks(database, asked, options);
    return answers.answer({ question, stamp }, () => make({ pending, select }));
  }
  const stamp = lastChangeText(change);
  return answers.answer({ question, stamp }, async () => {
    // What is read in the background is read once: nobody comes back for it.
    const isInteractive = (options.lane ?? 'interactive') === 'interactive';
    const daysOfPoints = isInteractive ? findDays?.() : undefined;
    const hours = daysOfPoints && recallHours(daysOfPoints, { recent, change });
    if (hours && canTell?.(hours)) return make({ pending: NOTHING_PENDING, select, hours });
    const months = isInteractive ? findMonths() : undefined;
    const recalled = months && recallMonths(months, { recent: rollUps, days, change });
    if (recalled) return make({ pending: recalled.pending, select, recalled });
    const pending = await answers.answer({ question: `pending ${JSON.stringify(days)}`, stamp }, async () => {
      const marks = await readDayMarks(database, asked, options);
      return { answer: marks.pending, bytes: bytesOf(marks.pending) };
    });
    return make({ pending, select });
  });
}

/** Of points a new answer comes with the change it is good for: asking for both would take as long as reading a day. */
export async function answerFromPoints<T>(
  { database, answers }: Reader,
  { question, days, options }: AskedPoints,
  make: Make<T>,
): Promise<T> {
  const changes = new Set<string | undefined>();
  const select = async (sql: string) => {
    const { columns, lastChange } = await database.selectVouched(sql, days, options);
    changes.add(lastChange);
    return columns;
  };
  const makeOnce = () => make({ pending: NOTHING_PENDING, select });
  const known = answers.has(question) ? await findStamp(database, days) : undefined;
  if (known !== undefined) return answers.answer({ question, stamp: known }, makeOnce);
  const made = await makeOnce();
  const [stamp] = changes;
  // Parts that differ in their last change are no answer of one moment.
  if (changes.size === 1 && stamp !== undefined) answers.keep(question, { ...made, stamp });
  return made.answer;
}

function recallHours(
  days: SliceQuestion,
  { recent, change }: Pick<Reader, 'recent'> & { change: ChangeAnswer },
): RecalledHours | undefined {
  const kept = recent.ask(days);
  if (kept && isUnchanged(kept, change)) return new RecalledHours(kept);
  recent.wish(days);
  return undefined;
}

/** As statements that are vouched for tell it. */
async function findStamp(database: SignalDatabase, days: ChangeQuestion): Promise<string | undefined> {
  const change = await database.findChange(days);
  return change && lastChangeText(change);
}

const NOTHING_PENDING: DayMarks['pending'] = new Map();

function bytesOf(pending: DayMarks['pending']): number {
  return [...pending.values()].reduce((sum, { length }) => sum + 64 + 8 * length, 0);
}

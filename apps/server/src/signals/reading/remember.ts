import type { ReadResolution } from '../signal-store.ts';
import type { SignalDatabase, StatementOptions } from '../sql/signal-database.ts';
import type { AnswerCache } from './answer-cache.ts';
import { type DayMarks, daysOf, readDayMarks, type SeriesPeriod } from './pending-days.ts';
import { usesRollUps } from './read-plan.ts';

/** A database, and the answers remembered of it. */
export interface Reader {
  database: SignalDatabase;
  answers: AnswerCache;
}

export interface Remembering {
  /** Everything that the answer depends on beside the points; it can be written as JSON. */
  query: { resolution: ReadResolution };
  asked: SeriesPeriod;
  options: StatementOptions;
}

type Make<T> = (pending: DayMarks['pending']) => Promise<{ answer: T; bytes: number }>;

/** The answer that was given before, where it is certain that nothing it was made of has changed; else a new one. */
export async function answerOnce<T>({ database, answers }: Reader, { query, asked, options }: Remembering, make: Make<T>): Promise<T> {
  const question = JSON.stringify(query);
  const hasRollUps = usesRollUps(query.resolution);
  const change = await database.findLastChange(daysOf(asked));
  if (change !== undefined)
    return answers.answer({ question, stamp: change }, async () =>
      make(hasRollUps ? (await readDayMarks(database, asked, options)).pending : NOTHING_PENDING),
    );
  // Where the engine does not say what has changed, the marks of the roll-ups do. Points have none.
  if (!hasRollUps) return (await make(NOTHING_PENDING)).answer;
  const { stamp, pending } = await readDayMarks(database, asked, options);
  return answers.answer({ question, stamp }, () => make(pending));
}

const NOTHING_PENDING: DayMarks['pending'] = new Map();

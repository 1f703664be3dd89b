import type { FileId, JobId, UserId } from '@solvane/contract/ids';
import type { z } from 'zod';
import type { MessageValues } from '../db/schema/jobs.ts';

/** A kind of background work and what it needs to know. Its data are kept as JSON: ids and plain values, never rows. */
export interface JobDefinition<Data extends z.ZodType = z.ZodType> {
  /** `events.acknowledge` */
  kind: string;
  data: Data;
  /** How often it is tried again after a failure; 2 by default. */
  retries?: number;
  /** How many of this kind run at once in one process; 1 by default. */
  concurrency?: number;
  /** Until it counts as hung; 15 minutes by default. A process that dies is noticed within a minute anyway. */
  maxSeconds?: number;
}

/** Identity with types. */
export function defineJob<Data extends z.ZodType>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition;
}

export interface JobRun<Data> {
  jobId: JobId;
  userId: UserId | undefined;
  data: Data;
  /** Aborted when the server stops or the job takes too long: end soon, the job is tried again later. */
  signal: AbortSignal;
  /** 0 to 1. Stored and announced at most twice a second. */
  progress(share: number): Promise<void>;
}

/** What the user is told at the end. */
export interface JobOutcome {
  succeeded?: number;
  failed?: number;
  fileId?: FileId;
  /** Message key with its placeholders. */
  message?: { key: string; values?: MessageValues };
}

export type JobHandler<Data> = (run: JobRun<Data>) => Promise<JobOutcome | undefined>;

export interface EnqueueOptions {
  /** Whose job it is: the user sees its progress and its end. Without one it is silent work of the system. */
  userId?: UserId;
  /** While a job with this key waits, another one is not added. */
  singletonKey?: string;
  priority?: number;
  startAfterMs?: number;
}

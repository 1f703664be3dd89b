import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

const data = z.object({ uploadId: z.uuid(), siteIds: z.array(z.string()) });

export const validateUploadJob = defineJob({ kind: 'uploads.validate', data, concurrency: 2, maxSeconds: 600 });

/** Not retried: an attempt that failed is reported, and its user confirms it again. */
export const importUploadJob = defineJob({ kind: 'uploads.import', data, retries: 0, maxSeconds: 1_800 });

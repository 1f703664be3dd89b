import { z } from 'zod';
import { defineJob } from '../../jobs/job.ts';

const data = z.object({ uploadId: z.uuid(), siteIds: z.array(z.string()) });

export const validateUploadJob = defineJob({ kind: 'uploads.validate', data, concurrency: 2, maxSeconds: 600 });

/** Not repeated by itself: what was written by an attempt that broke off is told, and confirmed again by its user. */
export const importUploadJob = defineJob({ kind: 'uploads.import', data, retries: 0, maxSeconds: 1_800 });

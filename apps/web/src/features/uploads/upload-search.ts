import { UPLOAD_KINDS } from '@solvane/contract/uploads/upload-kinds';
import { z } from 'zod';

export const UPLOAD_STEPS = ['template', 'upload', 'validate', 'review', 'confirm', 'import', 'done'] as const;
export type UploadStep = (typeof UPLOAD_STEPS)[number];

/** Without a kind: the list of kinds and the history. */
export const uploadSearchSchema = z.object({
  kind: z.enum(UPLOAD_KINDS).optional().catch(undefined),
  upload: z.uuid().optional().catch(undefined),
  step: z.enum(UPLOAD_STEPS).optional().catch(undefined),
});
export type UploadSearch = z.infer<typeof uploadSearchSchema>;

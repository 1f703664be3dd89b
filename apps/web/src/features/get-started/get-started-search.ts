import { z } from 'zod';

const STEPS = ['administrator', 'fleet', 'data'] as const;
export type StepName = (typeof STEPS)[number];

/** Apart from the screen: the route reads it before the screen is loaded. */
export const getStartedSearchSchema = z.object({ step: z.enum(STEPS).optional().catch(undefined) });

import { z } from 'zod';

/** The month, site and view whose result is open, and the kind of generator whose matrix is. */
export const contractSearchSchema = z.object({
  site: z.string().optional().catch(undefined),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .catch(undefined),
  result: z.string().optional().catch(undefined),
});
export type ContractSearch = z.infer<typeof contractSearchSchema>;

/** The list of contracts, or their results. */
export const contractsSearchSchema = z.object({ show: z.enum(['results']).optional().catch(undefined) });
export type ContractsSearch = z.infer<typeof contractsSearchSchema>;

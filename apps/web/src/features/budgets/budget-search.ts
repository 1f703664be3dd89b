import { z } from 'zod';

export const budgetSearchSchema = z.object({
  site: z.string().optional().catch(undefined),
  year: z.number().int().min(1990).max(2100).optional().catch(undefined),
});
export type BudgetSearch = z.infer<typeof budgetSearchSchema>;

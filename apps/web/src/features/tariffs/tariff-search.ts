import { z } from 'zod';

export const tariffSearchSchema = z.object({ site: z.string().optional().catch(undefined) });
export type TariffSearch = z.infer<typeof tariffSearchSchema>;

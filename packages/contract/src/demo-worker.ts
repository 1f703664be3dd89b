import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { z } from 'zod';
import { energyTypeSchema } from './fleet.ts';
import { fleetDescriptionSchema } from './fleet-description.ts';
import { instantMsSchema } from './ids.ts';
import { budgetRowSchema } from './models.ts';
import { faultSchema } from './system.ts';

/** What the feed has stored so far. Only the feed reads it; the server keeps it and hands it back. */
const feedStateSchema = z.record(z.string(), z.unknown());

/** What the controllers of one manufacturer report, as the manufacturer explains it. */
export const demoEventCodeListSchema = z.object({
  manufacturer: z.string(),
  energyType: z.enum(['PVPlant', 'Wind', 'Battery']),
  models: z.array(z.string()),
  codes: z.array(
    z.object({
      code: z.string(),
      text: z.string(),
      eventType: z.enum(EVENT_TYPES),
      category: z.string(),
      /** Smaller wins where events overlap. Absent: what type and category give. */
      priority: z.number().int().optional(),
    }),
  ),
  /** Codes the devices send although no list explains them: they stay unmapped on purpose. */
  undocumented: z.array(z.object({ code: z.string(), text: z.string() })),
});
export type DemoEventCodeList = z.infer<typeof demoEventCodeListSchema>;

/** A service contract with the usual terms and one guarantee: technical availability by time. */
const demoContractSchema = z.object({
  enterpriseId: z.string(),
  name: z.string(),
  energyType: energyTypeSchema,
  siteIds: z.array(z.string()),
  guaranteedPercent: z.number(),
});
export type DemoContract = z.infer<typeof demoContractSchema>;

const demoBudgetSchema = z.object({ siteId: z.string(), rows: z.array(budgetRowSchema) });
export type DemoBudget = z.infer<typeof demoBudgetSchema>;

const demoSizeSchema = z.enum(['on', 'small']);

/** What the thread that plays the demo plants is told. It describes first, because devices have to exist before they are fed. */
export const demoOrderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('describe'), demo: demoSizeSchema }),
  z.object({
    type: z.literal('feed'),
    demo: demoSizeSchema,
    baseUrl: z.string(),
    ingestionKey: z.string(),
    state: feedStateSchema.optional(),
  }),
  z.object({ type: z.literal('stop') }),
]);
export type DemoOrder = z.infer<typeof demoOrderSchema>;

/** Its messages. The process that started it stores each `state`. */
export const demoMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('described'),
    description: z.object({
      fleet: fleetDescriptionSchema,
      faults: z.array(faultSchema),
      eventCodes: z.array(demoEventCodeListSchema),
      budgets: z.array(demoBudgetSchema),
      contracts: z.array(demoContractSchema),
    }),
  }),
  z.object({
    type: z.literal('progress'),
    progress: z.object({ stage: z.enum(['recent', 'history', 'live']), share: z.number().min(0).max(1) }),
  }),
  /** `historyFromMs`: since when there are data, or will be once the history is loaded. */
  z.object({ type: z.literal('state'), state: feedStateSchema, historyFromMs: instantMsSchema }),
  z.object({ type: z.literal('log'), level: z.enum(['info', 'warn']), details: z.record(z.string(), z.unknown()), message: z.string() }),
  z.object({ type: z.literal('stopped') }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type DemoMessage = z.infer<typeof demoMessageSchema>;

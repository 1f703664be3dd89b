import { z } from 'zod';
import { attributeValueSchema, energyTypeSchema, SIGNAL_CALC_PERIODS } from './fleet.ts';

/**
 * A fleet as its owner writes it down (YAML or XLSX) and as `npm run fleet` reads and writes it.
 * Ids are the owner's own and stay stable: importing the same description twice changes nothing.
 */
const idSchema = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]*$/);
const nameSchema = z.string().trim().min(1).max(100);

/** A plain value has no start date; a list gives the value from each local date on. */
const attributeSchema = z.union([
  attributeValueSchema,
  z.array(z.object({ from: z.iso.date().nullable(), value: attributeValueSchema.nullable() })).min(1),
]);
const metadataSchema = z.record(z.string().max(64), attributeSchema);

export const segmentDescriptionSchema = z.object({
  id: idSchema,
  name: nameSchema,
  type: z.string().max(40),
  /** null: directly below the site. */
  parentId: idSchema.nullable().default(null),
  disabled: z.boolean().default(false),
  metadata: metadataSchema.default({}),
});

export const siteDescriptionSchema = z.object({
  id: idSchema,
  name: nameSchema,
  enterpriseId: idSchema,
  contractorEnterpriseIds: z.array(idSchema).default([]),
  visibilityState: z.enum(['Published', 'Unpublished']).default('Unpublished'),
  timezone: z.string().nullable().default(null),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  signalCalcPeriod: z.enum(SIGNAL_CALC_PERIODS).default('PT10M'),
  country: z.string().nullable().default(null),
  plantOperator: z.string().nullable().default(null),
  portfolio: z.string().nullable().default(null),
  energyType: energyTypeSchema.default('PV'),
  operatingRegion: z.string().nullable().default(null),
  /** Attributes of the site's own segment. */
  metadata: metadataSchema.default({}),
  segments: z.array(segmentDescriptionSchema).default([]),
});

export const fleetDescriptionSchema = z.object({
  version: z.literal(1),
  enterprises: z.array(z.object({ id: idSchema, name: nameSchema })).default([]),
  sites: z.array(siteDescriptionSchema).default([]),
});

export type FleetDescription = z.infer<typeof fleetDescriptionSchema>;
export type FleetDescriptionInput = z.input<typeof fleetDescriptionSchema>;
export type SiteDescription = z.infer<typeof siteDescriptionSchema>;
export type SegmentDescription = z.infer<typeof segmentDescriptionSchema>;

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';

export const BATTERY_UNITS = ['site', 'inverter', 'container'] as const;
export const BATTERY_HISTORIES = ['none', '24h', '7d'] as const;

const number = z.number().nullable();

/** Values of now; null: it is not measured, or the newest value is too old to be of now. */
export const batteryUnitSchema = z.object({
  segmentId: segmentIdSchema,
  siteId: siteIdSchema,
  name: z.string(),
  /** [%] */
  stateOfCharge: number,
  /** Of the batteries in it: the emptiest and the fullest. [%] */
  stateOfChargeMin: number,
  stateOfChargeMax: number,
  /** Positive while it discharges. */
  powerKw: number,
  setpointKw: number,
  availableChargeKw: number,
  availableDischargeKw: number,
  storedKwh: number,
  usableKwh: number,
  ratedPowerKw: number,
  ratedKwh: number,
  /** Of rated energy. [%] */
  stateOfHealth: number,
  /** Largest difference between cells of one string. [mV] */
  cellSpreadMv: number,
  cellTemperatureMax: number,
  cellTemperatureMin: number,
  /** Of the newest value. null: none ever */
  atMs: instantMsSchema.nullable(),
});
export type BatteryUnit = z.infer<typeof batteryUnitSchema>;

export const batteryStateEndpoints = {
  states: endpoint({
    method: 'POST',
    path: '/api/batteries/states',
    access: 'signedIn',
    narrowed: 'sites',
    readOnly: true,
    bodyBytes: LIMITS.longListBodyBytes,
    summary:
      'What the batteries of sites hold, do and can do now, with their recent past. Sites on which the caller may read no dashboard, overview or Data Studio are out of scope.',
    body: z.object({
      siteIds: z.array(siteIdSchema).min(1).max(1_000),
      units: z.enum(BATTERY_UNITS).default('site'),
      history: z.enum(BATTERY_HISTORIES).default('24h'),
    }),
    response: z.object({
      nowMs: instantMsSchema,
      /** Sites without a battery have none. */
      items: z.array(batteryUnitSchema),
      /** All of them together: state of charge by stored and usable energy, powers added. Empty where it was not requested */
      history: z.object({ timesMs: z.array(instantMsSchema), stateOfCharge: z.array(number), powerKw: z.array(number) }),
    }),
    errors: ['resource.notFound', 'signals.unavailable'],
  }),
};

import { SEGMENT_TYPES } from '@solvane/energy/devices/segment-types';
import { DEVICE_STATES } from '@solvane/energy/events/device-state';
import { EVENT_TYPES } from '@solvane/energy/events/event-types';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { eventIdSchema, instantMsSchema, segmentIdSchema, siteIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { type PermissionName, PRODUCTION_READERS } from './permissions.ts';

/** Any of these on a site shows the states of its devices. */
export const DEVICE_STATE_READERS = [...PRODUCTION_READERS, 'PageDeviceStateMonitor'] as const satisfies readonly PermissionName[];

const deviceStateSchema = z.enum(DEVICE_STATES);

/** The open event that decides on the state of a device. */
const stateEventSchema = z.object({
  eventId: eventIdSchema,
  type: z.enum(EVENT_TYPES),
  code: z.string(),
  /** As its code set describes it, else as the device reported it. Empty: not known, or a code of the system. */
  codeText: z.string(),
  startMs: instantMsSchema,
  isAcknowledged: z.boolean(),
  /** null: not known yet, or the type loses none. */
  lostEnergyKwh: z.number().nullable(),
  /** Mean since it began. null: as above */
  lostKwhPerHour: z.number().nullable(),
  /** In the currency of the site. null: as above, or energy without a price */
  costPerHour: z.number().nullable(),
});
export type StateEvent = z.infer<typeof stateEventSchema>;

export const deviceStateItemSchema = z.object({
  segmentId: segmentIdSchema,
  siteId: siteIdSchema,
  name: z.string(),
  segmentType: z.string(),
  /** What it stands below; the site for devices without a block. */
  parentId: segmentIdSchema,
  parentName: z.string(),
  state: deviceStateSchema,
  /** null: longer than is known. */
  sinceMs: instantMsSchema.nullable(),
  /** Of the newest interval. null: no value, or one too old to be of now */
  powerKw: z.number().nullable(),
  powerAtMs: instantMsSchema.nullable(),
  /** Of the same interval, or one close to it. null: nothing is expected, or not computed */
  expectedKw: z.number().nullable(),
  /** Power that running peers would have at the rating of the device: of the same block and model, else of the site. null: fewer than three */
  peerMedianKw: z.number().nullable(),
  peerCount: z.number().int(),
  /** AC rating. null: not known */
  ratedPowerKw: z.number().nullable(),
  /** Wind, light or state of charge; of devices without power what they measure. null: no value of now */
  reading: z.object({ apCode: z.string(), value: z.number() }).nullable(),
  /** End of the newest interval with any received value. null: there was none */
  dataToMs: instantMsSchema.nullable(),
  /** null: none is open, or events of the site are not the caller's to see. */
  event: stateEventSchema.nullable(),
});
export type DeviceStateItem = z.infer<typeof deviceStateItemSchema>;

/** The state of a device became another one. */
export const stateChangeSchema = z.object({
  segmentId: segmentIdSchema,
  atMs: instantMsSchema,
  from: deviceStateSchema,
  to: deviceStateSchema,
  /** Of an event that began. Empty: none did */
  code: z.string(),
  codeText: z.string(),
  lostKwhPerHour: z.number().nullable(),
  costPerHour: z.number().nullable(),
});
export type StateChange = z.infer<typeof stateChangeSchema>;

export const deviceStateEndpoints = {
  states: endpoint({
    method: 'POST',
    path: '/api/devices/states',
    access: 'signedIn',
    narrowed: 'sites',
    readOnly: true,
    bodyBytes: LIMITS.longListBodyBytes,
    summary:
      'State of every device now, with its power beside what is expected and what its peers have. Sites on which the caller may read no dashboard, overview, Data Studio or device states are out of scope.',
    body: z
      .object({
        /** Either of these. */
        siteIds: z.array(siteIdSchema).max(10_000).optional(),
        segmentIds: z.array(segmentIdSchema).max(10_000).optional(),
        /** Devices of the sites, or below the segments, of these types; without it generators. Segments that are devices of such a type count themselves. */
        segmentTypes: z.array(z.enum(SEGMENT_TYPES)).max(100).optional(),
        /** `counts`: how many devices are in each state, without the devices. */
        detail: z.enum(['devices', 'counts']).default('devices'),
        /** Changes since this instant, the newest first, are part of the response. */
        changesFromMs: instantMsSchema.optional(),
      })
      .refine(({ siteIds, segmentIds }) => (siteIds === undefined) !== (segmentIds === undefined), {
        path: ['siteIds'],
        error: 'Common_Validation_Invalid',
      }),
    response: z.object({
      nowMs: instantMsSchema,
      /** In the order of the device tree. Empty where only counts were requested. */
      items: z.array(deviceStateItemSchema),
      counts: z.array(z.object({ state: deviceStateSchema, count: z.number().int() })),
      changes: z.array(stateChangeSchema),
    }),
    errors: ['resource.notFound', 'signals.tooManyDevices', 'signals.unavailable'],
  }),
};

import { EXPECTED_METHODS, type ExpectedMethod } from '@solvane/energy/production/expected-methods';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { eventIdSchema, segmentIdSchema } from './ids.ts';

const METHOD_NAMES = Object.keys(EXPECTED_METHODS) as [ExpectedMethod, ...ExpectedMethod[]];

export const lossBasisSchema = z.object({
  /** In the intervals that the event touches and whose loss is known, as wholes. null: nothing was expected, or nothing was measured. */
  expectedKwh: z.number().nullable(),
  producedKwh: z.number().nullable(),
  /** How the expected value was found, the most frequent way first, with the share of intervals. */
  methods: z.array(z.object({ method: z.enum(METHOD_NAMES), share: z.number() })),
  /** Devices that stand in for this one where a method looks at others: the first of them. */
  references: z.array(z.object({ segmentId: segmentIdSchema, name: z.string() })),
  referenceCount: z.number().int(),
  /** Devices of the same kind at the site, whose power at this device's rating says what was possible. null: fewer than three, or a rating is not known. */
  peers: z
    .object({
      ratedPowerKw: z.number(),
      devices: z.array(z.object({ segmentId: segmentIdSchema, ratedPowerKw: z.number() })),
    })
    .nullable(),
  /** In force when the event began. null: the site has none. */
  price: z
    .object({
      kind: z.enum(['fixed', 'calendar', 'series']),
      currency: z.string(),
      /** [currency/MWh] null: it changes with time. */
      perMwh: z.number().nullable(),
    })
    .nullable(),
});
export type LossBasis = z.infer<typeof lossBasisSchema>;

export const eventLossEndpoints = {
  basis: endpoint({
    method: 'GET',
    path: '/api/events/loss-basis',
    access: 'PageEventLogs',
    narrowed: 'sites',
    summary: 'How the loss of an event came to be: expected and produced energy, method, reference devices, price.',
    query: z.object({ eventId: eventIdSchema }),
    response: lossBasisSchema,
    errors: ['events.notFound'],
  }),
};

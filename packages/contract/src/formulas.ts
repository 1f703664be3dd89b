import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { enterpriseIdSchema, instantMsSchema, segmentIdSchema, signalIdSchema } from './ids.ts';
import { LIMITS } from './limits.ts';
import { signalValuesResponseSchema } from './signals.ts';

/** `inputs`: the formula is computed of the aggregated inputs, as ratios need it. The others: it is computed natively, then aggregated. */
export const FORMULA_AGGREGATIONS = ['avg', 'sum', 'min', 'max', 'last', 'inputs'] as const;
export const FORMULA_TREE_AGGREGATIONS = ['none', 'avg', 'sum', 'min', 'max'] as const;

const formulaFields = {
  name: z.string().trim().min(1).max(LIMITS.nameLength),
  /** See packages/energy/src/formulas/parse-formula.ts for the grammar. */
  text: z.string().max(2_000),
  /** Wanted unit of the result. null: the usual unit of its dimension. */
  unit: z.string().max(20).nullable(),
  timeAggregation: z.enum(FORMULA_AGGREGATIONS),
  treeAggregation: z.enum(FORMULA_TREE_AGGREGATIONS),
  /** Whose members see it. null: only its owner. */
  sharedWith: enterpriseIdSchema.nullable(),
};

export const formulaSchema = z.object({
  formulaId: z.uuid(),
  /** By which it is chosen wherever a signal is chosen. */
  signalId: signalIdSchema,
  ...formulaFields,
  /** Unit of its values; null: the formula cannot be read by this version. */
  resultUnit: z.string().nullable(),
  isMine: z.boolean(),
  owner: z.string(),
  /** Counts its saves. */
  revision: z.number().int(),
  updatedAtMs: instantMsSchema,
});
export type StoredFormula = z.infer<typeof formulaSchema>;

const formulasSchema = z.object({ items: z.array(formulaSchema) });

export const formulaEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/formulas/list',
    access: 'PageDataStudio',
    narrowed: 'unowned',
    summary: 'Calculated signals of the caller and those shared with the caller.',
    response: formulasSchema,
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/formulas/save',
    access: 'PageDataStudio',
    summary: 'Saves a calculated signal, new without an id. Problems of the formula come back as issues with their place.',
    body: z.object({ formulaId: z.uuid().optional(), seenRevision: z.number().int().optional(), ...formulaFields }),
    response: formulasSchema,
    errors: ['resource.notFound', 'resource.conflict'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/formulas/remove',
    access: 'PageDataStudio',
    summary: 'Removes a calculated signal of the caller.',
    body: z.object({ formulaId: z.uuid() }),
    response: formulasSchema,
    errors: ['resource.notFound'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/formulas/preview',
    access: 'PageDataStudio',
    narrowed: 'sites',
    readOnly: true,
    summary: 'Values of a formula that is not saved, at native intervals.',
    body: z
      .object({
        segmentIds: z.array(segmentIdSchema).min(1).max(LIMITS.previewDevices),
        startMs: instantMsSchema,
        endMs: instantMsSchema,
        text: formulaFields.text,
        unit: formulaFields.unit,
      })
      .refine(({ startMs, endMs }) => startMs < endMs && endMs - startMs <= 31 * 86_400_000, {
        path: ['endMs'],
        error: 'Common_Validation_PeriodEmpty',
      }),
    response: signalValuesResponseSchema,
    errors: ['signals.tooManyDatapoints', 'resource.notFound'],
  }),
};

/** The signal by which a formula is chosen. */
export function formulaSignalId(formulaId: string): z.infer<typeof signalIdSchema> {
  return signalIdSchema.parse(`F${formulaId.replaceAll('-', '')}||Calculated`);
}

/** The formula that a signal stands for; undefined: it is one of the catalogue. */
export function formulaIdOf(signalId: string): string | undefined {
  const hex = /^F([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\|\|Calculated$/.exec(signalId);
  return hex ? hex.slice(1).join('-') : undefined;
}

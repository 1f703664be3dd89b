import type { EndpointDefinition } from '@solvane/contract/endpoint';
import type { NamedEndpoint } from '@solvane/contract/endpoints';
import { type WidgetQueryKind, widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import { WIDGET_QUERY_ENDPOINTS } from '@solvane/contract/widgets/widget-queries';
import { arbitraryInput, type ByName } from '@solvane/testing/arbitrary-input';
import fc from 'fast-check';
import type { z } from 'zod';
import type { IdsByKind } from './marked-site.ts';

export interface MatrixRequest {
  params: Record<string, string>;
  query: Record<string, unknown> | undefined;
  /** Of an endpoint that reads files or deliveries: the ids that they are about. */
  body: unknown;
}

/** What a property means whose name does not say it. */
const KINDS: Record<string, string> = {
  favoriteDataId: 'segment',
  deviceId: 'segment',
  siteSegmentId: 'segment',
  referenceIds: 'segment',
  sharedWith: 'enterprise',
  mentionedUserIds: 'user',
  assigneeId: 'user',
  contractConfigurationId: 'contract',
  configurationId: 'quality',
  lossCategorySetId: 'categorySet',
  commandId: 'command',
  devices: 'segment',
};

/** And of those that mean another thing in each group of endpoints. */
const KINDS_OF_GROUPS: Record<string, Record<string, string>> = {
  contracts: { id: 'contract', before: 'contract', after: 'contract' },
  powerCurves: { id: 'curve' },
  eventCodeSets: { id: 'codeSet', setId: 'codeSet' },
  eventCategorySets: { id: 'categorySet', setId: 'categorySet' },
};

function kindOf(endpointName: string, property: string): string | undefined {
  const group = endpointName.split('.', 1)[0] ?? '';
  const known = KINDS_OF_GROUPS[group]?.[property] ?? KINDS[property];
  return known ?? /^(?:contractor|selected)?(\w+?)Ids?$/.exec(property)?.[1]?.replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

/** Values of properties by what they name: ids of one set of things, and a period that has data. */
function naming(endpointName: string, ids: IdsByKind, nowMs: number): ByName {
  return (property) => {
    if (property === 'startMs') return fc.constant(nowMs - 86_400_000);
    if (property === 'endMs') return fc.constant(nowMs);
    if (/^signalIds?$/.test(property)) return fc.constant('ActivePower||Raw');
    const id = ids[kindOf(endpointName, property) ?? ''];
    return id === undefined ? undefined : fc.constant(id);
  };
}

export interface RequestPlan {
  ids: IdsByKind;
  count: number;
  seed: number;
  nowMs: number;
}

/** Requests about some things. With the same seed and count they differ in nothing but the ids. */
export function requestsAbout({ name, endpoint }: NamedEndpoint, { ids, count, seed, nowMs }: RequestPlan): MatrixRequest[] {
  const { params, query, body, rawBody }: EndpointDefinition = endpoint;
  const byName = naming(name, ids, nowMs);
  const wanted = params || query || body ? count : 1;
  return fc.sample(
    fc.record({
      params: (params ? arbitraryInput(params, byName) : fc.constant({})) as fc.Arbitrary<Record<string, string>>,
      query: (query ? arbitraryInput(query, byName) : fc.constant(undefined)) as fc.Arbitrary<Record<string, unknown> | undefined>,
      body: body ? arbitraryBody(body, byName) : fc.constant(rawBody && ids),
    }),
    { numRuns: wanted, seed },
  );
}

function arbitraryBody(schema: z.ZodType, byName: ByName): fc.Arbitrary<unknown> {
  return schema === widgetEndpoints.data.body ? arbitraryWidgetQueries(byName) : arbitraryInput(schema, byName);
}

/** Each kind of query with a body of its own endpoint: the schema of the request leaves bodies open. */
function arbitraryWidgetQueries(byName: ByName): fc.Arbitrary<unknown> {
  const queries = Object.entries(WIDGET_QUERY_ENDPOINTS).map(([kind, endpoint]: [string, EndpointDefinition]) => {
    const input = endpoint.body ?? endpoint.query;
    return fc.record({
      id: fc.constant(kind),
      kind: fc.constant(kind as WidgetQueryKind),
      body: input ? arbitraryInput(input, byName) : fc.constant({}),
    });
  });
  return fc.record({ queries: fc.tuple(...queries) });
}

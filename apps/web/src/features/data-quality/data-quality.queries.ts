import { qualityEndpoints } from '@solvane/contract/quality';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const qualityKeys = { all: ['quality-configurations'] } as const;

export function qualityListQuery() {
  return queryOptions({
    queryKey: [...qualityKeys.all, 'list'],
    queryFn: ({ signal }) => call(qualityEndpoints.list, { signal }),
  });
}

/** Refused with `resource.notFound` where it does not exist, or this user may not see it. */
export function qualityConfigurationQuery(configurationId: string) {
  return queryOptions({
    queryKey: [...qualityKeys.all, configurationId],
    queryFn: ({ signal }) => call(qualityEndpoints.get, { body: { configurationId }, signal }),
  });
}

/** What the rules did in the last 30 days. */
export function qualityUsageQuery(configurationId: string) {
  return queryOptions({
    queryKey: [...qualityKeys.all, configurationId, 'usage'],
    queryFn: ({ signal }) => call(qualityEndpoints.usage, { body: { configurationId }, signal }),
  });
}

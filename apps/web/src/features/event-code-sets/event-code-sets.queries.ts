import type { BodyOf } from '@solvane/contract/endpoint';
import { type CodeImpact, eventCodeSetEndpoints } from '@solvane/contract/event-codes';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { sumImpacts } from './sum-impacts.ts';

export const codeSetKeys = { all: ['event-code-sets'] } as const;

export function codeSetsQuery() {
  return queryOptions({
    queryKey: [...codeSetKeys.all, 'list'],
    queryFn: ({ signal }) => call(eventCodeSetEndpoints.list, { signal }),
  });
}

/** @param body - undefined: none is chosen */
export function codeSetQuery(body: BodyOf<typeof eventCodeSetEndpoints.get> | undefined) {
  return queryOptions({
    queryKey: [...codeSetKeys.all, 'get', body],
    queryFn: body ? ({ signal }) => call(eventCodeSetEndpoints.get, { body, signal }) : skipToken,
  });
}

export function unmappedCodesQuery() {
  return queryOptions({
    queryKey: [...codeSetKeys.all, 'unmapped'],
    queryFn: ({ signal }) => call(eventCodeSetEndpoints.unmapped, { body: {}, signal }),
  });
}

type ImpactBody = Omit<BodyOf<typeof eventCodeSetEndpoints.impact>, 'skipSites'>;

/**
 * Counted step by step: each step shows what is counted so far. It ends with the running step when the screen is left or the user cancels.
 *
 * @param body - undefined: nothing was changed
 */
export function codeImpactQuery(body: ImpactBody | undefined) {
  return queryOptions({
    queryKey: [...codeSetKeys.all, 'impact', body],
    queryFn: body
      ? async ({ signal, client, queryKey }): Promise<CodeImpact> => {
          let counted: CodeImpact | undefined;
          do {
            const step = await call(eventCodeSetEndpoints.impact, { body: { ...body, skipSites: counted?.readSiteCount ?? 0 }, signal });
            counted = counted ? sumImpacts(counted, step) : step;
            if (counted.readSiteCount < counted.siteCount) client.setQueryData(queryKey, counted);
          } while (counted.readSiteCount < counted.siteCount);
          return counted;
        }
      : skipToken,
    retry: false,
  });
}

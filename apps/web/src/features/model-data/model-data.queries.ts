import type { BodyOf, RequestOf } from '@solvane/contract/endpoint';
import { type ListedPowerCurve, powerCurveEndpoints } from '@solvane/contract/models';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';

export const modelDataKeys = { all: ['power-curves'] } as const;

export function powerCurvesQuery() {
  return queryOptions({
    queryKey: [...modelDataKeys.all, 'list'],
    queryFn: ({ signal }) => call(powerCurveEndpoints.search, { body: {}, signal }),
  });
}

/** Refused with `resource.notFound` where it does not exist, or this user may not see it. */
export function powerCurveQuery(id: string) {
  return queryOptions({
    queryKey: [...modelDataKeys.all, 'one', id],
    queryFn: ({ signal }) => call(powerCurveEndpoints.get, { body: { id }, signal }),
  });
}

export function curveTurbinesQuery() {
  return queryOptions({
    queryKey: ['curve-turbines'],
    queryFn: ({ signal }) => call(powerCurveEndpoints.turbines, { body: {}, signal }),
  });
}

type Measured = Pick<BodyOf<typeof powerCurveEndpoints.measured>, 'segmentIds' | 'months' | 'type' | 'binWidth'>;

/** Curves that turbines showed; those before stay while others are read. */
export function measuredCurvesQuery(body: Measured) {
  return queryOptions({
    queryKey: [...modelDataKeys.all, 'measured', body],
    queryFn: ({ signal }) => call(powerCurveEndpoints.measured, { body, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useSaveCurve() {
  return useSaveConfiguration({
    save: (body: RequestOf<typeof powerCurveEndpoints.save>['body']) => call(powerCurveEndpoints.save, { body }),
    changedKeys: [modelDataKeys.all],
    doneMessage: 'ModelData_Saved',
  });
}

export function useRemoveCurve() {
  return useSaveConfiguration({
    save: ({ id }: Pick<ListedPowerCurve, 'id'>) => call(powerCurveEndpoints.remove, { body: { id } }),
    changedKeys: [modelDataKeys.all],
    doneMessage: 'ModelData_Deleted',
  });
}

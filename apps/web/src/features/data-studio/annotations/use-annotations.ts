import type { Annotation } from '@solvane/contract/annotations';
import type { SegmentId, SignalId } from '@solvane/contract/ids';
import type { Period } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { annotationsQuery } from '../../../shared/annotations/annotations.queries.ts';

const NONE: readonly Annotation[] = [];

/** Annotations of what is on screen. */
export function useAnnotations(segmentIds: readonly SegmentId[], signalIds: readonly SignalId[], period: Period): readonly Annotation[] {
  const { data } = useQuery(annotationsQuery({ segmentIds, signalIds, period }));
  return data?.items ?? NONE;
}

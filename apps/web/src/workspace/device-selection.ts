import { type EnterpriseId, enterpriseIdSchema, type SegmentId, segmentIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useSelector } from '@tanstack/react-store';
import { z } from 'zod';
import { createStoredStore } from './stored-store.ts';

const selectedSegmentSchema = z.object({
  siteSegmentId: segmentIdSchema,
  enterpriseId: enterpriseIdSchema,
  contractorEnterpriseIds: z.array(enterpriseIdSchema),
});
/** What has to be known of a selected segment while its site's tree is not loaded. */
export type SelectedSegment = z.infer<typeof selectedSegmentSchema>;

const schema = z.object({ segments: z.record(segmentIdSchema, selectedSegmentSchema) });

export const deviceSelection = createStoredStore({ key: 'devices', version: 1, schema, initial: { segments: {} }, scope: 'tab' });

export type DeviceSelection = Readonly<Record<SegmentId, SelectedSegment>>;

/** Ids of the selected segments, in the order they were selected. The same array until the selection changes. */
export function useSelectedSegmentIds(): readonly SegmentId[] {
  return useSelector(deviceSelection, idsOf);
}

export function useDeviceSelection(): DeviceSelection {
  return useSelector(deviceSelection, ({ segments }) => segments);
}

export function replaceDevices(segments: DeviceSelection): void {
  deviceSelection.setState(() => ({ segments }));
}

export function clearDevices(): void {
  if (Object.keys(deviceSelection.get().segments).length > 0) replaceDevices({});
}

/** Keeps what belongs to one of the enterprises, as owner or as contractor. */
export function dropDevicesOutside(enterpriseIds: ReadonlySet<EnterpriseId>): void {
  const { segments } = deviceSelection.get();
  const isInside = ({ enterpriseId, contractorEnterpriseIds }: SelectedSegment): boolean =>
    enterpriseIds.has(enterpriseId) || contractorEnterpriseIds.some((id) => enterpriseIds.has(id));
  const kept = Object.entries(segments).filter(([, segment]) => isInside(segment));
  if (kept.length < Object.keys(segments).length) replaceDevices(Object.fromEntries(kept));
}

/** Whether as many may be selected at once; nothing is ever cut silently. */
export function isWithinDeviceLimit(count: number): boolean {
  return count <= LIMITS.selectedDevices;
}

const idLists = new WeakMap<object, readonly SegmentId[]>();

function idsOf({ segments }: { segments: DeviceSelection }): readonly SegmentId[] {
  const known = idLists.get(segments);
  if (known) return known;
  const ids = Object.keys(segments).map((id) => segmentIdSchema.parse(id));
  idLists.set(segments, ids);
  return ids;
}

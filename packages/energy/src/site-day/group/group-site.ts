import { type PromotedEvent, promoteEvents } from '../../events/promotion.ts';
import type { RawEvent } from '../../events/raw-events.ts';
import { inheritedTimeline, type TimelineSlice } from '../../events/timeline.ts';
import type { SiteDayInputs } from '../inputs.ts';
import type { DeviceTree } from '../layout/device-tree.ts';
import type { SiteConfiguration, SiteDevice } from '../site.ts';
import { type GroupedEvents, groupEvents } from './group-events.ts';

/** The timelines of a site. */
export interface GroupedSite {
  /** Devices with events, by id. */
  devices: readonly GroupedEvents[];
  find(deviceId: string): GroupedEvents | undefined;
  ownOf(deviceId: string): readonly TimelineSlice[];
  /** One timeline of everything above a device whose events hold for it. */
  aboveOf(device: SiteDevice): readonly TimelineSlice[];
}

/** An event shown on the parent of the generators that share it. */
export interface SitePromotion extends PromotedEvent {
  parentId: string;
}

interface GroupSiteContext {
  tree: DeviceTree;
  inputs: Pick<SiteDayInputs, 'grid' | 'horizonMs' | 'nowMs' | 'overlays'>;
}

/**
 * Stage 4: one timeline per device, from what is reported and detected and what people changed.
 *
 * @param context - devices and edits
 * @param rawEvents - of all devices
 * @param known - grouped before: devices with the same number of raw events are taken from it
 */
export function groupSite({ tree, inputs }: GroupSiteContext, rawEvents: readonly RawEvent[], known?: GroupedSite): GroupedSite {
  const { grid, horizonMs, nowMs = horizonMs, overlays } = inputs;
  const { startMs, stepMs } = grid;
  const window = { startMs, endMs: startMs + grid.count * stepMs, nowMs, stepMs };
  const byDevice = Map.groupBy(rawEvents, ({ deviceId }) => deviceId);
  const devices = tree.devices.flatMap((device): GroupedEvents[] => {
    const own = byDevice.get(device.id) ?? [];
    const overlay = overlays.get(device.id) ?? [];
    if (own.length + overlay.length === 0) return [];
    const before = known?.find(device.id);
    return [
      before && own.every(({ source }) => source !== 'Detected') ? before : groupEvents(device, { ...window, rawEvents: own, overlay }),
    ];
  });
  const byId = new Map(devices.map((each) => [each.deviceId, each]));
  const above = new Map<string, readonly TimelineSlice[]>();
  return {
    devices,
    find: (deviceId) => byId.get(deviceId),
    ownOf: (deviceId) => byId.get(deviceId)?.slices ?? [],
    aboveOf: (device) => {
      const timelines = tree.ancestorsOf(device).flatMap(({ id }) => byId.get(id) ?? []);
      const key = timelines.map(({ deviceId }) => deviceId).join(' ');
      const merged =
        above.get(key) ??
        inheritedTimeline(
          [],
          timelines.map(({ slices }) => slices),
        );
      above.set(key, merged);
      return merged;
    },
  };
}

/**
 * Timeline a device lives under: its own events and those of everything above it.
 *
 * @param device - any
 * @param grouped - timelines of its site
 */
export function timelineFor(device: SiteDevice, grouped: GroupedSite): TimelineSlice[] {
  return inheritedTimeline(grouped.ownOf(device.id), [grouped.aboveOf(device)]);
}

/**
 * Events that most generators of a parent share.
 *
 * @param site - whose root is the parent of generators without one
 * @param tree - its devices
 * @param grouped - its timelines
 * @returns by parent, then by start
 */
export function promoteSite(site: SiteConfiguration, tree: DeviceTree, grouped: GroupedSite): SitePromotion[] {
  const byParent = Map.groupBy(tree.generators, ({ parentId }) => parentId ?? site.id);
  return [...byParent].flatMap(([parentId, generators]) =>
    promoteEvents(
      generators.map(({ id, capacityAc }) => ({ deviceId: id, capacity: capacityAc > 0 ? capacityAc : 0, timeline: grouped.ownOf(id) })),
    ).map((event) => ({ ...event, parentId })),
  );
}

/**
 * Raw events of a site-day: what was reported, what was detected on other days, and what was found now in place of what was detected on the day
 * before.
 *
 * @param inputs - stored raw events
 * @param found - of the day
 * @param day - half open
 */
export function withDetected(
  { rawEvents }: Pick<SiteDayInputs, 'rawEvents'>,
  found: readonly RawEvent[],
  day: { startMs: number; endMs: number },
): RawEvent[] {
  const kept = rawEvents.flatMap((event): RawEvent[] => {
    if (event.source !== 'Detected') return [event];
    if (event.startMs >= day.endMs) return [event];
    if (event.startMs >= day.startMs) return [];
    const isOver = event.endMs !== null && event.endMs <= day.startMs;
    return [isOver ? event : { ...event, endMs: day.startMs }];
  });
  return [...kept, ...found];
}

import type { DeviceStateItem, deviceStateEndpoints, StateChange } from '@solvane/contract/device-states';
import type { BodyOf, ResponseOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { isSegmentType } from '@solvane/energy/devices/segment-types';
import { silentAfterMs } from '@solvane/energy/events/device-state';
import { peerMedians } from '@solvane/energy/events/peer-median';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import type { Db } from '../../db/db.ts';
import type { Caller } from '../../http/caller.ts';
import type { SignalReader } from '../../signals/signal-reader.ts';
import type { SignalDirectory } from '../signals/queries/signal-directory.ts';
import { energySourceOf } from './idle-devices.ts';
import { countStates, type KnownStates, readKnownStates, stateOf } from './known-states.ts';
import { readingsOf } from './latest-values.ts';
import { stateChanges } from './state-changes.ts';
import type { FindStateDevices, FindStateSites, StateDevice } from './state-devices.ts';
import { type DeviceEvent, readEventsSince, readLastEnds } from './state-events.ts';

export interface DeviceStateDeps {
  db: Db;
  signals: SignalReader;
  directory: SignalDirectory;
  findDevices: FindStateDevices;
  findSites: FindStateSites;
  now: () => number;
}

export interface StateScope {
  siteIds: ReadonlySet<SiteId>;
  /** Sites whose events the caller may see. */
  eventSiteIds: ReadonlySet<SiteId>;
  inventoryVersion?: Caller['inventoryVersion'] | undefined;
}

type Body = BodyOf<typeof deviceStateEndpoints.states>;
type Response = ResponseOf<typeof deviceStateEndpoints.states>;

/** @throws AppError resource.notFound out of scope, signals.tooManyDevices */
export async function readDeviceStates(deps: DeviceStateDeps, scope: StateScope, body: Body): Promise<Response> {
  const devices = await deps.findDevices(scope, body);
  if (body.detail === 'devices' && devices.length > LIMITS.selectedDevices)
    throw new AppError('signals.tooManyDevices', { values: { requested: devices.length, allowed: LIMITS.selectedDevices } });
  const nowMs = deps.now();
  const known = await readKnown(deps, scope, { devices: await withPeers(deps, scope, { devices, body }), nowMs });
  const situations = situationsOf(known);
  const requested = new Set(devices.map(({ segmentId }) => segmentId));
  const counts = countStates(situations.flatMap(({ device, state }) => (requested.has(device.segmentId) ? [state] : [])));
  if (body.detail === 'counts' && body.changesFromMs === undefined) return { nowMs, items: [], counts, changes: [] };
  const items = toItems(situations, known, scope).filter(({ segmentId }) => requested.has(segmentId));
  const changes = body.changesFromMs === undefined ? [] : await readChanges(deps, scope, { items, fromMs: body.changesFromMs });
  return { nowMs, items: body.detail === 'counts' ? [] : items, counts, changes };
}

/** With the devices of their types at the same sites: a part of a site is compared with all of it. */
async function withPeers(
  { findDevices }: Pick<DeviceStateDeps, 'findDevices'>,
  scope: StateScope,
  { devices, body }: { devices: readonly StateDevice[]; body: Body },
): Promise<readonly StateDevice[]> {
  if (body.segmentIds === undefined || devices.length === 0) return devices;
  const siteIds = [...new Set(devices.map(({ site }) => site.siteId))];
  return findDevices(scope, { siteIds, segmentTypes: [...new Set(devices.map(({ segmentType }) => segmentType))].filter(isSegmentType) });
}

/** States, and what stands beside them. */
interface Known extends KnownStates {
  devices: readonly StateDevice[];
  lastEnds: ReadonlyMap<SegmentId, number>;
  ratings: ReadonlyMap<SegmentId, unknown>;
  models: ReadonlyMap<SegmentId, unknown>;
}

async function readKnown(
  deps: DeviceStateDeps,
  { inventoryVersion }: StateScope,
  { devices, nowMs }: { devices: readonly StateDevice[]; nowMs: number },
): Promise<Known> {
  const { db, signals, directory } = deps;
  const sites = [...new Set(devices.map(({ site }) => site))];
  const ids = devices.map(({ segmentId }) => segmentId);
  // Light and orders come from other segments of the sites.
  const segments = await directory.findSegments(
    inventoryVersion,
    sites.flatMap((site) => site.segments.map(({ segmentId }) => segmentId)),
  );
  const date = toIsoDate(localDayOf(nowMs, 'UTC'));
  const attribute = (name: string) => directory.findAttribute(inventoryVersion, { segmentIds: ids, attribute: name, date });
  const [ratings, models, cutIns] = [await attribute('capacityAc'), await attribute('model'), await attribute('cutInWindSpeed')];
  const [states, lastEnds] = await Promise.all([
    readKnownStates({ db, signals }, devices, {
      ...{ segments, nowMs },
      cutInOf: (id) => cutIns.get(id),
      ratingOf: (id) => ratings.get(id),
    }),
    readLastEnds(db, ids, nowMs),
  ]);
  return { ...states, devices, lastEnds, ratings, models };
}

function toItems(situations: readonly Situation[], known: Known, { eventSiteIds }: StateScope): DeviceStateItem[] {
  const peers = peerMedians(
    situations.map(({ device, state, powerKw, rating }) => ({
      group: `${device.parentId} ${device.segmentType} ${known.models.get(device.segmentId) ?? ''}`,
      circle: `${device.site.siteId} ${device.segmentType}`,
      power: powerKw,
      rating,
      isRunning: state === 'Running',
    })),
  );
  const sites = new Set(known.devices.map(({ site }) => site));
  const names = new Map([...sites].flatMap((site) => [site, ...site.segments].map(({ segmentId, name }) => [segmentId, name] as const)));
  return situations.map(({ device, state, sinceMs, powerKw, powerAtMs, expectedKw, rating, dataToMs, event }, at) => {
    const { site, segmentId, name, segmentType } = device;
    const parentId = device.parentId ?? site.segmentId;
    return {
      segmentId,
      siteId: site.siteId,
      name,
      segmentType,
      parentId,
      parentName: names.get(parentId) ?? site.name,
      state,
      sinceMs: nullable(sinceMs),
      powerKw: nullable(powerKw),
      powerAtMs: nullable(powerAtMs),
      expectedKw: nullable(expectedKw),
      peerMedianKw: nullable(peers[at]?.power ?? Number.NaN),
      peerCount: peers[at]?.count ?? 0,
      ratedPowerKw: nullable(rating),
      reading: readingOf(device, known),
      dataToMs: nullable(dataToMs),
      event: event && eventSiteIds.has(site.siteId) ? wireEvent(event) : null,
    };
  });
}

/** Of intervals, as expected and power may be of neighbouring ones. */
const NEAR_INTERVALS = 2;

type Situation = { device: StateDevice } & ReturnType<typeof situationOf>;

function situationsOf(known: Known): Situation[] {
  return known.devices.map((device) => ({ device, ...situationOf(device, known) }));
}

function situationOf(device: StateDevice, known: Known) {
  const { nowMs, latest, lastEnds, ratings } = known;
  const { segmentId } = device;
  const { state, event, stepMs, lastValueMs, idleSinceMs } = stateOf(device, known);
  const isNow = (timeMs: number) => nowMs - (timeMs + stepMs) <= silentAfterMs(stepMs);
  const found = latest.find(segmentId, 'ActivePower');
  const power = found && isNow(found.timeMs) ? found : undefined;
  const expected = latest.findExpected(segmentId);
  const isNear = expected !== undefined && Math.abs((power?.timeMs ?? nowMs) - expected.timeMs) <= NEAR_INTERVALS * stepMs;
  const rating = ratings.get(segmentId);
  const dataToMs = lastValueMs + stepMs;
  const sinceMs = sinceOf({ state, event, dataToMs, quietSinceMs: later(idleSinceMs, lastEnds.get(segmentId)) });
  return {
    state,
    event,
    dataToMs,
    sinceMs,
    powerKw: power?.value ?? Number.NaN,
    powerAtMs: power?.timeMs ?? Number.NaN,
    expectedKw: isNear ? expected.value : Number.NaN,
    rating: typeof rating === 'number' ? rating : Number.NaN,
  };
}

function sinceOf({
  state,
  event,
  dataToMs,
  quietSinceMs,
}: {
  state: DeviceStateItem['state'];
  event: DeviceEvent | undefined;
  dataToMs: number;
  quietSinceMs: number;
}): number {
  if (state === 'Disabled') return Number.NaN;
  if (state === 'NoData') return dataToMs;
  return state === 'Running' || state === 'Standby' ? quietSinceMs : (event?.startMs ?? Number.NaN);
}

function readingOf(device: StateDevice, { segments, latest, nowMs }: Known): DeviceStateItem['reading'] {
  const source = energySourceOf(device);
  const stepMs = segments.get(device.segmentId)?.intervalMs ?? 600_000;
  const ofSource = source && { Wind: ['NacelleWindSpeed'], PV: ['IrradiancePOA'], BESS: ['StateOfCharge'] }[source];
  for (const apCode of ofSource ?? readingsOf(device.segmentType)) {
    const found = latest.find(device.segmentId, apCode);
    if (found && nowMs - (found.timeMs + stepMs) <= silentAfterMs(stepMs)) return { apCode, value: found.value };
  }
  return null;
}

async function readChanges(
  { db }: DeviceStateDeps,
  { eventSiteIds }: StateScope,
  { items, fromMs }: { items: readonly DeviceStateItem[]; fromMs: number },
): Promise<StateChange[]> {
  const siteIds = [...new Set(items.map(({ siteId }) => siteId))].filter((siteId) => eventSiteIds.has(siteId));
  return stateChanges(items, await readEventsSince(db, siteIds, fromMs), fromMs);
}

function wireEvent({ segmentId: _device, endMs: _open, ...event }: DeviceEvent): DeviceStateItem['event'] {
  return event;
}

function later(a: number, b: number | undefined): number {
  if (b === undefined || Number.isNaN(b)) return a;
  return Number.isNaN(a) ? b : Math.max(a, b);
}

function nullable(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

import { createHash } from 'node:crypto';
import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { parseMonthly } from '@solvane/energy/devices/check-attribute';
import type { QualityConfiguration } from '@solvane/energy/quality/configuration';
import { compileRules } from '@solvane/energy/quality/rules';
import { sumOf } from '@solvane/energy/site-day/layout/device-tree';
import type { SiteConfiguration } from '@solvane/energy/site-day/site';
import type { ChargeSource } from '@solvane/energy/storage/shared-connection';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { type LocalDay, parseIsoDate } from '@solvane/energy/time/local-day';
import type { Db } from '../../../db/db.ts';
import { type FleetState, readFleetState, type SiteRow } from '../../fleet/fleet-state.ts';
import { loadModels } from './load-models.ts';
import { type MetadataOn, metadataChanges, metadataOn } from './metadata-on.ts';
import { metadataShare } from './metadata-share.ts';
import type { SiteModels } from './models.ts';
import { siteDevices } from './site-devices.ts';

/** The configuration of a site as plain data, so that threads can be given it. */
export interface SiteSetup {
  /** Everything but the rules, which are made ready where they run. */
  site: Omit<SiteConfiguration, 'quality'>;
  quality: QualityConfiguration;
  /** Of both: two setups with the same hash compute the same. */
  hash: string;
}

/** A site with its configuration at any time. */
export interface ConfiguredSite {
  siteId: SiteId;
  siteSegmentId: SegmentId;
  zone: string;
  stepMs: number;
  /** Every segment, disabled ones too. */
  segmentIds: readonly SegmentId[];
  setupOn(day: LocalDay): SiteSetup;
}

/** What a configuration would be if something of the fleet were different. */
export type FleetChange = (state: FleetState) => FleetState;

/**
 * @param change - for previews
 * @returns undefined: there is no such site any more
 */
export async function findConfiguredSite(
  db: Db,
  siteId: SiteId,
  change: FleetChange = (state) => state,
): Promise<ConfiguredSite | undefined> {
  const state = change(await readFleetState(db, [siteId]));
  const site = state.sites.get(siteId);
  return site && configuredSite(site, state, await loadModels(db, siteId));
}

/** The engine's form of a setup. */
export function toSiteConfiguration({ site, quality }: Pick<SiteSetup, 'site' | 'quality'>): SiteConfiguration {
  return { ...site, quality: compileRules(quality) };
}

function configuredSite(site: SiteRow, state: FleetState, models: SiteModels): ConfiguredSite {
  const zone = site.timezone ?? 'UTC';
  const changes = [...new Set([...metadataChanges(state.metadata), ...models.changes])].sort((a, b) => a - b);
  const setups = new Map<number, SiteSetup>();
  return {
    siteId: site.id,
    siteSegmentId: site.segmentId,
    zone,
    stepMs: SIGNAL_CALC_PERIODS[site.signalCalcPeriod],
    segmentIds: [...state.segments.keys()],
    setupOn: (day) => {
      // Between two changes every day has the same.
      const span = changes.findLastIndex((change) => change <= day);
      const setup = setups.get(span) ?? setupOn(day, { site, state, models, zone });
      setups.set(span, setup);
      return setup;
    },
  };
}

function setupOn(
  day: LocalDay,
  { site, state, models, zone }: { site: SiteRow; state: FleetState; models: SiteModels; zone: string },
): SiteSetup {
  const segments = [...state.segments.values()];
  const metadata = metadataOn(state.metadata, lineages(state, site), day);
  const devices = siteDevices({ site, zone, day, segments, metadata, models });
  const collectionLoss = metadata.inheritedNumber(site.segmentId, 'collectionLoss');
  const exportLimit = exportLimitOf(segments, metadata);
  const chargePriority = chargeSources(metadata.text(site.segmentId, 'chargePriority'));
  const turbidity = parseMonthly(metadata.text(site.segmentId, 'linkeTurbidity') ?? '');
  const controlled = devices.filter(({ energySource }) => energySource !== 'BESS');
  const setup = {
    site: {
      id: site.segmentId,
      zone,
      location: {
        latitude: site.latitude ?? Number.NaN,
        longitude: site.longitude ?? Number.NaN,
        altitude: orZero(metadata.number(site.segmentId, 'altitude')),
      },
      ...(turbidity && { linkeTurbidityByMonth: [...turbidity] }),
      ...siteNumbers(site, metadata),
      ...statedBaseline(site, metadata),
      ...(chargePriority && { chargePriority }),
      metadataShare: metadataShare({ site, segments, metadata, isPriced: models.tariffs.length > 0 }),
      collectionLoss,
      exportLimit,
      silenceTreatment: metadata.text(site.segmentId, 'communicationLossTreatment') === 'asLost' ? 'asLost' : 'noLoss',
      devices,
      expectedMethods: models.expectedMethodsOn(day),
      coefficients: models.coefficients,
      tariffs: models.tariffs,
      ...(models.budgets.length > 0 && { budgets: models.budgets }),
      contract: models.contractOn(day, { installed: sumOf(controlled), limitAtGenerators: exportLimit / (1 - collectionLoss) }),
    },
    quality: models.qualityOn(day),
  } satisfies Omit<SiteSetup, 'hash'>;
  return { ...setup, hash: hashOf(setup) };
}

/** A number that is not stated is left out. */
function siteNumbers(
  { segmentId }: SiteRow,
  metadata: MetadataOn,
): Pick<SiteConfiguration, 'typicalCellTemperature' | 'contractedStorage' | 'maxHoldMinutes'> {
  const typicalCellTemperature = metadata.number(segmentId, 'typicalCellTemperature');
  const maxHoldMinutes = metadata.number(segmentId, 'maxHoldMinutes');
  const contractedStorage = Object.fromEntries(
    (
      [
        ['energy', 'contractEnergyCapacity'],
        ['chargePower', 'contractChargePower'],
        ['dischargePower', 'contractDischargePower'],
      ] as const
    ).flatMap(([field, name]) => {
      const value = metadata.number(segmentId, name);
      return Number.isNaN(value) ? [] : [[field, value]];
    }),
  );
  return {
    ...(!Number.isNaN(typicalCellTemperature) && { typicalCellTemperature }),
    ...(maxHoldMinutes > 0 && { maxHoldMinutes }),
    ...(Object.keys(contractedStorage).length > 0 && { contractedStorage }),
  };
}

const CHARGE_SOURCES: readonly ChargeSource[] = ['PV', 'Wind', 'Grid'];

/** Sources that are not named come last. undefined: none is named */
function chargeSources(text: string | undefined): ChargeSource[] | undefined {
  if (text === undefined) return undefined;
  const named = text.split(',').flatMap((word) => CHARGE_SOURCES.find((source) => source === word.trim()) ?? []);
  return [...named, ...CHARGE_SOURCES.filter((source) => !named.includes(source))];
}

/** Days that ratings are compared with, as far as anybody laid them down. */
function statedBaseline({ segmentId }: SiteRow, metadata: MetadataOn): Pick<SiteConfiguration, 'baseline'> {
  const [first, last] = (['baselineStart', 'baselineEnd'] as const).map((name) => parseIsoDate(metadata.text(segmentId, name) ?? ''));
  if (first === undefined && last === undefined) return {};
  return { baseline: { ...(first !== undefined && { first }), ...(last !== undefined && { last }) } };
}

/** Each device with everything above it, the site last. */
export function lineages({ segments }: FleetState, site: SiteRow): (id: string) => readonly string[] {
  const paths = new Map([...segments.values()].map(({ id, path }): [string, string[]] => [id, path.split('/').reverse()]));
  return (id) => paths.get(id) ?? [id, site.segmentId];
}

/** The smallest anybody states: of the site, its grid connection and its controller. */
function exportLimitOf(segments: readonly { id: string; segmentType: string }[], metadata: MetadataOn): number {
  const limits = segments.map(({ id }) => metadata.number(id, 'exportLimit')).filter((limit) => !Number.isNaN(limit));
  return limits.length === 0 ? Number.NaN : Math.min(...limits);
}

function orZero(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

/** Numbers that JSON does not have are told apart, too. */
function hashOf(setup: Omit<SiteSetup, 'hash'>): string {
  const text = JSON.stringify(setup, (_key, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    return value instanceof Float64Array ? [...value] : value;
  });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

import { toCsv } from '@solvane/contract/csv-text';
import type { BodyOf } from '@solvane/contract/endpoint';
import { AppError } from '@solvane/contract/errors';
import type { SiteId } from '@solvane/contract/ids';
import type { UploadKind } from '@solvane/contract/uploads/upload-kinds';
import { hasCsv, sheetsOf } from '@solvane/contract/uploads/upload-sheets';
import type { uploadEndpoints } from '@solvane/contract/uploads/uploads';
import { getSegmentType, isSegmentType } from '@solvane/energy/devices/segment-types';
import { SIGNAL_CALC_PERIODS } from '@solvane/energy/time/interval';
import { toIsoLocalTime, toLocalTime } from '@solvane/energy/time/local-time';
import { asc, eq } from 'drizzle-orm';
import writeXlsxFile from 'write-excel-file/node';
import type { Db } from '../../db/db.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { segments, sites } from '../../db/schema/fleet.ts';
import { expectedCoefficients, type PowerCurveRow, powerCurveDevices, powerCurves, referenceTurbines } from '../../db/schema/models.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { assertUploadScope } from './uploads.policy.ts';

type Cell = string | number | null;
type Rows = readonly (readonly Cell[])[];

interface TemplateDevice {
  segmentId: string;
  name: string;
  segmentType: string;
}

interface TemplateSite {
  siteId: SiteId;
  name: string;
  zone: string;
  stepMinutes: number;
  devices: TemplateDevice[];
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A file to fill in, with the devices of the sites and what is stored of them.
 *
 * @throws AppError resource.notFound for a site out of scope, and for CSV of a kind with several tables
 */
export async function createTemplate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { kind, siteIds, format }: BodyOf<typeof uploadEndpoints.template>,
) {
  const scope = assertUploadScope(caller, kind);
  if (siteIds.some((siteId) => !scope.has(siteId)) || (format === 'csv' && !hasCsv(kind))) throw new AppError('resource.notFound');
  const tables = await fill(db, { kind, sites: await readSites(db, siteIds), year: new Date(now()).getUTCFullYear() });
  const sheets = sheetsOf(kind).map(({ name, columns }, at) => ({
    name,
    head: columns.map(({ header }) => header),
    rows: tables[at] ?? [],
  }));
  const [first] = sheets;
  if (format === 'csv' && first)
    return { fileName: `${first.name}.csv`, contentType: 'text/csv; charset=utf-8', content: toCsv([first.head, ...first.rows]) };
  const content = await writeXlsxFile(
    sheets.map(({ name, head, rows }) => ({
      sheet: name,
      data: [head.map((value) => ({ value, fontWeight: 'bold' as const })), ...rows.map((row) => [...row])],
      stickyRowsCount: 1,
      columns: head.map(() => ({ width: 22 })),
    })),
  ).toBuffer();
  return { fileName: `${first?.name ?? kind}.xlsx`, contentType: XLSX, content };
}

async function readSites(db: Db, siteIds: readonly SiteId[]): Promise<TemplateSite[]> {
  if (siteIds.length === 0) return [];
  const rows = await db
    .select({
      siteId: sites.id,
      name: sites.name,
      zone: sites.timezone,
      signalCalcPeriod: sites.signalCalcPeriod,
      segment: { segmentId: segments.id, name: segments.name, segmentType: segments.segmentType },
    })
    .from(sites)
    .innerJoin(segments, eq(segments.siteId, sites.id))
    .where(isOneOf(sites.id, siteIds))
    .orderBy(asc(sites.name), asc(segments.path));
  return [...Map.groupBy(rows, ({ siteId }) => siteId).values()].flatMap((ofSite) => {
    const [first] = ofSite;
    if (!first) return [];
    const stepMinutes = SIGNAL_CALC_PERIODS[first.signalCalcPeriod] / 60_000;
    const devices = ofSite
      .map(({ segment }) => segment)
      .filter(({ segmentType }) => isSegmentType(segmentType) && getSegmentType(segmentType).isGenerator);
    return [{ siteId: first.siteId, name: first.name, zone: first.zone ?? 'UTC', stepMinutes, devices }];
  });
}

async function fill(
  db: Db,
  { kind, sites: chosen, year }: { kind: UploadKind; sites: readonly TemplateSite[]; year: number },
): Promise<Rows[]> {
  const devices = chosen.flatMap((site) => site.devices);
  if (kind === 'powerCurves') return fillCurves(db, chosen);
  if (kind === 'expectedCoefficients') return [await fillCoefficients(db, devices, year)];
  if (kind === 'referenceTurbines') return [await fillReferences(db, devices, year)];
  if (kind === 'manualData') return [devices.map(({ segmentId, name }) => [segmentId, name, 'ActivePower', 'kW', null, null])];
  return [chosen.flatMap(({ siteId, name }) => MONTHS.map((month) => [siteId, name, year + 1, month, ...EMPTY_BUDGET]))];
}

const EMPTY_BUDGET: readonly Cell[] = new Array<null>(9).fill(null);

async function fillCurves(db: Db, chosen: readonly TemplateSite[]): Promise<Rows[]> {
  const turbines = chosen.flatMap(({ zone, stepMinutes, devices }) =>
    devices.filter(({ segmentType }) => segmentType === 'WindTurbine').map((device) => ({ ...device, zone, stepMinutes })),
  );
  const rows = await db
    .select({ curve: powerCurves, segmentId: powerCurveDevices.segmentId })
    .from(powerCurveDevices)
    .innerJoin(powerCurves, eq(powerCurves.id, powerCurveDevices.curveId))
    .where(
      isOneOf(
        powerCurveDevices.segmentId,
        turbines.map(({ segmentId }) => segmentId),
      ),
    )
    .orderBy(asc(powerCurves.name), asc(powerCurveDevices.segmentId));
  const curves = [...new Map(rows.map(({ curve }) => [curve.id, curve])).values()];
  const placeOf = (curve: PowerCurveRow) => {
    const device = rows.find((row) => row.curve.id === curve.id)?.segmentId;
    return turbines.find(({ segmentId }) => segmentId === device);
  };
  return [
    curves.map((curve) => metadataRow(curve, placeOf(curve) ?? { zone: 'UTC', stepMinutes: 10 })),
    curves.flatMap(({ name, windSpeed, power }) => windSpeed.map((speed, at) => [name, speed, power[at] ?? null])),
    turbines.flatMap(({ segmentId, name }) => {
      const own = rows.filter((row) => row.segmentId === segmentId).map(({ curve }) => [curve.name, segmentId, name]);
      return own.length > 0 ? own : [[null, segmentId, name]];
    }),
  ];
}

function metadataRow(curve: PowerCurveRow, { zone, stepMinutes }: Pick<TemplateSite, 'zone' | 'stepMinutes'>): Cell[] {
  const local = (instantMs: number | null) => (instantMs === null ? null : toIsoLocalTime(toLocalTime(instantMs, zone)));
  const pair = (value: number) => String(value).padStart(2, '0');
  const day = (value: number) => `${pair(Math.floor(value / 100))}-${pair(value % 100)}`;
  const time = (minutes: number) => `${pair(Math.floor(minutes / 60))}:${pair(minutes % 60)}`;
  const { dayFrom, dayTo, minuteFrom, minuteTo } = curve;
  return [
    curve.name,
    curve.type,
    curve.airDensity,
    curve.airDensityMin,
    curve.airDensityMax,
    curve.windDirectionMin,
    curve.windDirectionMax,
    local(curve.effectiveStartMs),
    local(curve.effectiveEndMs),
    dayFrom === null || dayTo === null ? null : `${day(dayFrom)}/${day(dayTo)}`,
    minuteFrom === null || minuteTo === null ? null : `${time(minuteFrom)}/${time(minuteTo)}`,
    `${stepMinutes} min`,
  ];
}

/** Of each device the newest table, else an empty one for this year. */
async function fillCoefficients(db: Db, devices: readonly TemplateDevice[], year: number): Promise<Rows> {
  const ids = devices.map(({ segmentId }) => segmentId);
  const rows = await db
    .select()
    .from(expectedCoefficients)
    .where(isOneOf(expectedCoefficients.segmentId, ids))
    .orderBy(asc(expectedCoefficients.effectiveFrom), asc(expectedCoefficients.month));
  return devices.flatMap(({ segmentId, name }): Rows => {
    const own = rows.filter((row) => row.segmentId === segmentId);
    const newest = own.at(-1)?.effectiveFrom;
    if (newest === undefined) return MONTHS.map((month) => [segmentId, name, `${year}-01-01`, month, null, 0, 20, null]);
    return own
      .filter(({ effectiveFrom }) => effectiveFrom === newest)
      .map((row) => [segmentId, name, newest, row.month, row.coefficient, row.degradationPerYear, row.minIrradiance, row.acLimit]);
  });
}

async function fillReferences(db: Db, devices: readonly TemplateDevice[], year: number): Promise<Rows> {
  const turbines = devices.filter(({ segmentType }) => segmentType === 'WindTurbine');
  const names = new Map(turbines.map(({ segmentId, name }) => [segmentId, name]));
  const rows = await db
    .select()
    .from(referenceTurbines)
    .where(isOneOf(referenceTurbines.segmentId, names.keys()))
    .orderBy(asc(referenceTurbines.effectiveFrom));
  const from = `${year}-01-01`;
  return turbines.flatMap(({ segmentId, name }): Rows => {
    const own = rows.filter((row) => row.segmentId === segmentId).at(-1);
    if (!own || own.referenceIds.length === 0) return [[segmentId, name, from, 1, null, null]];
    const since = own.effectiveFrom === '-infinity' ? from : own.effectiveFrom;
    return own.referenceIds.map((id, at) => [segmentId, name, since, at + 1, id, names.get(id) ?? null]);
  });
}

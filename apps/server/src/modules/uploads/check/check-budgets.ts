import type { SiteId } from '@solvane/contract/ids';
import type { BudgetRow } from '@solvane/contract/models';
import { areQuantilesRising } from '../../models/site-table-problems.ts';
import { MONTHS } from './check-coefficients.ts';
import type { Findings, UploadTable } from './findings.ts';
import { type Known, readSite } from './known.ts';
import { RowReader } from './read-cells.ts';

export interface BudgetPlan {
  sites: { siteId: SiteId; rows: BudgetRow[] }[];
}

interface ReadRow extends BudgetRow {
  siteId: SiteId;
  row: RowReader;
}

/** Budgets by site, year and month. */
export function checkBudgets([table]: readonly UploadTable[], known: Known, findings: Findings): BudgetPlan {
  if (!table) return { sites: [] };
  const sites = new Map<string, (typeof known.sites)[number]>(known.sites.map((site) => [site.siteId, site]));
  const rows = table.rows.flatMap((tableRow): ReadRow[] => {
    const row = new RowReader(tableRow, table, findings);
    const site = readSite(row, sites);
    const year = row.requiredNumber('year', { min: 1990, max: 2100, isWhole: true });
    const month = row.requiredNumber('month', { min: 1, max: 12, isWhole: true });
    const energyKwh = row.requiredNumber('energy', { min: 0, max: 1e12 });
    const resource = row.optionalNumber('resource', { min: 0, max: 1e12 });
    const cellTemperature = row.optionalNumber('cellTemperature', { min: -60, max: 120 });
    const performanceRatio = row.optionalNumber('performanceRatio', { min: 0, max: 150 });
    const availability = row.optionalNumber('availability', { min: 0, max: 100 });
    const pricePerMwh = row.optionalNumber('price', { min: -1e6, max: 1e6 });
    const energyP75Kwh = row.optionalNumber('energyP75', { min: 0, max: 1e12 });
    const energyP90Kwh = row.optionalNumber('energyP90', { min: 0, max: 1e12 });
    const windSpeed = row.optionalNumber('windSpeed', { min: 0, max: 50 });
    if (!site || year === undefined || month === undefined || energyKwh === undefined || resource === undefined) return [];
    if (cellTemperature === undefined || performanceRatio === undefined || availability === undefined || pricePerMwh === undefined)
      return [];
    if (energyP75Kwh === undefined || energyP90Kwh === undefined || windSpeed === undefined) return [];
    const energies = { energyKwh, energyP75Kwh, energyP90Kwh };
    if (areQuantilesRising(energies)) row.refuse('quantileOrder', energyP75Kwh === null ? 'energyP90' : 'energyP75');
    const stated = { resource, windSpeed, cellTemperature, performanceRatio, availability, pricePerMwh };
    return [{ row, siteId: site.siteId, year, month, ...energies, ...stated }];
  });
  for (const members of Map.groupBy(rows, ({ siteId, year }) => `${siteId} ${year}`).values()) checkYear(members, known);
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  return {
    sites: [...bySite].map(([siteId, ofSite]) => ({ siteId, rows: ofSite.map(({ row: _row, siteId: _siteId, ...budget }) => budget) })),
  };
}

/** A year of a site stands in one run of rows: its months again would be a second budget of the year. */
function checkYear(members: readonly ReadRow[], { budgetYears }: Known): void {
  const [first] = members;
  if (!first) return;
  const values = { site: first.siteId, year: String(first.year) };
  const repeated = members.filter(({ month }, at) => members.findIndex((member) => member.month === month) < at);
  // The whole year once more is one mistake, not twelve.
  if (repeated.length >= MONTHS.length) repeated[0]?.row.refuse('yearTwice', 'year', values);
  else for (const { row, month } of repeated) row.refuse('monthTwice', 'month', { device: first.siteId, from: values.year, month });
  const missing = MONTHS.filter((month) => !members.some((member) => member.month === month));
  if (missing.length > 0) first.row.refuse('budgetMonthsMissing', 'month', { ...values, months: missing.join(', ') });
  if (members.every(({ energyKwh }) => energyKwh === 0)) first.row.refuse('allZero', 'energy', { device: first.siteId, from: values.year });
  if (members.every(({ energyKwh }) => energyKwh === 1)) first.row.refuse('allOne', 'energy', { device: first.siteId, from: values.year });
  if (budgetYears.includes(`${first.siteId} ${first.year}`)) first.row.refuse('yearReplaced', 'year', values);
}

import type { ContractContent, ContractSummary, ContractTerms, contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import type { EnergyType } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import type { Revision } from '@solvane/contract/validity';
import { STANDARD_VIEWS, standardSheet } from '@solvane/energy/availability/availability-sheets';
import { toIsoDate } from '@solvane/energy/time/local-day';
import type { ContractRow } from '../../db/schema/contracts.ts';
import type { Caller } from '../../http/caller.ts';
import { enterprisesWith } from '../../http/enterprise-scope.ts';
import { fromDateSpan, toDateSpan } from '../configuration/date-spans.ts';
import { toRevision } from '../configuration/revision.ts';

export type Wanted = BodyOf<typeof contractEndpoints.save>;

const DAY_MS = 86_400_000;

export interface SiteOfContract {
  configurationId: string;
  siteId: SiteId;
  siteName: string;
}

export function toSummary(
  row: ContractRow,
  { caller, siteRows, nowMs }: { caller: Caller; siteRows: readonly SiteOfContract[]; nowMs: number },
): ContractSummary {
  const { id, enterpriseId, name, description, energyType, lossCategorySetId, updatedBy, updatedAtMs } = row;
  const today = toIsoDate(Math.floor(nowMs / DAY_MS));
  return {
    id,
    enterpriseId,
    name,
    description,
    energyType,
    ...fromDateSpan(row),
    lossCategorySetId,
    state: row.archivedAtMs !== null ? 'archived' : today < row.validFrom ? 'pending' : today < row.validTo ? 'active' : 'expired',
    sites: siteRows
      .filter(({ configurationId, siteId }) => configurationId === id && caller.siteIds.has(siteId))
      .map(({ siteId, siteName }) => ({ siteId, siteName })),
    can: { edit: row.archivedAtMs === null, lock: enterprisesWith(caller, 'LockPeriods')?.has(enterpriseId) ?? true },
    revision: contractState(row, siteRows).revision,
    updatedBy,
    updatedAtMs,
  };
}

export interface ContractState {
  revision: Revision;
  content: ContractContent;
}

/** All that a save replaces, with the sites of every user, and its revision. */
export function contractState(row: ContractRow, siteRows: readonly Pick<SiteOfContract, 'configurationId' | 'siteId'>[]): ContractState {
  const { id, enterpriseId, name, description, energyType, lossCategorySetId, content: terms, earlierTerms } = row;
  const siteIds = siteRows.flatMap(({ configurationId, siteId }) => (configurationId === id ? [siteId] : [])).sort();
  const content = { enterpriseId, name, description, energyType, ...fromDateSpan(row), lossCategorySetId, siteIds, terms, earlierTerms };
  const plain = [...Object.values({ ...content, terms: null, earlierTerms: null }), sorted(terms)];
  return { content, revision: toRevision(earlierTerms.length > 0 ? [...plain, sorted(earlierTerms)] : plain, row) };
}

/** As JSON columns return objects: the order of their keys is that of the database. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => [key, sorted(part)]);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function toRow(
  wanted: Wanted,
  saved: Pick<ContractRow, 'id' | 'updatedBy' | 'updatedAtMs' | 'earlierTerms'>,
): Omit<ContractRow, 'archivedAtMs'> {
  const { enterpriseId, name, description, energyType, lossCategorySetId, terms } = wanted;
  return { ...saved, enterpriseId, name, description, energyType, lossCategorySetId, content: terms, ...toDateSpan(wanted) };
}

/** The informative views of IEC 61400-26-1, and nothing guaranteed yet. */
export function defaultTerms(energyType: EnergyType): ContractTerms {
  const isSolar = energyType === 'PV' || energyType === 'Hybrid';
  return {
    views: STANDARD_VIEWS.flatMap((name) =>
      (['time', 'production'] as const).map((basis) => ({
        name,
        basis,
        label: null,
        sheets: {
          PV: standardSheet({ view: name, basis, isSolar }),
          Wind: standardSheet({ view: name, basis, isSolar: false }),
          BESS: standardSheet({ view: name, basis, isSolar: false }),
        },
      })),
    ),
    primaryProductionView: 'Technical',
    expectedMethods: { PV: [], Wind: [], BESS: [] },
    overdesign: 'usual',
    excludesEstimated: false,
    degradedFactor: null,
    guarantees: [],
    excludedPeriods: [],
  };
}

import type { ContractSummary, ContractTerms, contractEndpoints } from '@solvane/contract/contracts';
import type { BodyOf } from '@solvane/contract/endpoint';
import type { EnergyType } from '@solvane/contract/fleet';
import type { SiteId } from '@solvane/contract/ids';
import { STANDARD_VIEWS, standardSheet } from '@solvane/energy/availability/availability-sheets';
import { toIsoDate } from '@solvane/energy/time/local-day';
import type { ContractRow } from '../../db/schema/contracts.ts';
import type { Caller } from '../../http/caller.ts';
import { fromDateSpan, toDateSpan } from '../configuration/date-spans.ts';

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
    updatedBy,
    updatedAtMs,
  };
}

export function toRow(wanted: Wanted, saved: Pick<ContractRow, 'id' | 'updatedBy' | 'updatedAtMs'>): Omit<ContractRow, 'archivedAtMs'> {
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

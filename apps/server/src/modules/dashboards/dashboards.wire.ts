import type { Dashboard, DashboardGroup, ListedDashboard } from '@solvane/contract/dashboards';
import type { EnterpriseId } from '@solvane/contract/ids';
import type { Revision } from '@solvane/contract/validity';
import type { DashboardRow, ShareRow } from '../../db/schema/dashboards.ts';
import type { Caller } from '../../http/caller.ts';
import { englishText } from '../../http/english-text.ts';
import { toRevision } from '../configuration/revision.ts';
import type { BuiltInDashboard } from './built-in-dashboards.ts';
import { dashboardAbilities } from './dashboards.policy.ts';

/** A stored dashboard with what one user did with it. */
export interface ShownRow extends DashboardRow, Visit {
  ownerName: string | null;
}

interface Visit {
  isFavorite: boolean;
  isHome: boolean;
  openedAtMs: number | null;
}

type Common = Omit<ListedDashboard, 'widgetCount' | 'openedAtMs' | 'updatedAtMs'>;

/** @param row - with the widgets of its template */
export function toListed(caller: Caller, row: ShownRow, shares: readonly ShareRow[]): ListedDashboard {
  const { widgets, openedAtMs, updatedAtMs } = row;
  return { ...toCommon(caller, row, shares), widgetCount: widgets.length, openedAtMs, updatedAtMs };
}

/** @param row - with the widgets of its template, without what is hidden from the caller */
export function toDashboard(
  caller: Caller,
  row: ShownRow,
  shares: readonly ShareRow[],
): Omit<Dashboard, 'sharedWith' | 'hiddenDevices' | 'revision'> {
  const { widgets, defaults } = row;
  return { ...toCommon(caller, row, shares), widgets, defaults };
}

/** Differs as soon as what an editor sees does; the widgets of a template count as the template. */
export function revisionOf(row: DashboardRow): Revision {
  const { title, description, tags, widgets, defaults, templateEnergyTypes, templateId } = row;
  return toRevision([title, description, tags, templateId === null ? widgets : templateId, defaults, templateEnergyTypes], row);
}

function toCommon(caller: Caller, row: ShownRow, shares: readonly ShareRow[]): Common {
  const { id, title, description, tags, enterpriseId, ownerId, ownerName, templateEnergyTypes, templateId, isFavorite, isHome } = row;
  return {
    dashboardId: id,
    title,
    titleKey: null,
    description,
    tags,
    group: groupOf(caller, row, shares),
    enterpriseId,
    owner: ownerId === null ? null : { userId: ownerId, name: ownerName ?? '' },
    template: templateEnergyTypes === null ? null : { energyTypes: templateEnergyTypes },
    templateId,
    isFavorite,
    isHome,
    can: dashboardAbilities(caller, row, shares),
  };
}

function groupOf({ userId }: Caller, { ownerId }: DashboardRow, shares: readonly ShareRow[]): DashboardGroup {
  if (ownerId === userId) return 'mine';
  return shares.some(({ kind }) => kind === 'enterprise') ? 'enterprise' : 'shared';
}

export function builtInToListed(caller: Caller, builtIn: BuiltInDashboard, { openedAtMs, ...visit }: Visit): ListedDashboard {
  return { ...builtInCommon(caller, builtIn, visit), widgetCount: builtIn.widgets.length, openedAtMs, updatedAtMs: null };
}

export function builtInToDashboard(caller: Caller, builtIn: BuiltInDashboard, { openedAtMs: _, ...visit }: Visit): Dashboard {
  const { defaults, widgetsWithoutEvents = builtIn.widgets } = builtIn;
  const widgets = caller.can('PageEventLogs') ? builtIn.widgets : widgetsWithoutEvents;
  return {
    ...builtInCommon(caller, builtIn, visit),
    widgets,
    defaults,
    revision: toRevision([widgets, defaults], undefined),
    sharedWith: [],
    hiddenDevices: 0,
  };
}

function builtInCommon(caller: Caller, { dashboardId, titleKey, template }: BuiltInDashboard, visit: Omit<Visit, 'openedAtMs'>): Common {
  const managed = caller.memberships.filter(({ permissions }) => permissions.has('ManageEnterpriseDefaults'));
  return {
    dashboardId,
    title: englishText(titleKey),
    titleKey,
    description: '',
    tags: [],
    group: 'builtIn',
    enterpriseId: null,
    owner: null,
    template,
    templateId: null,
    ...visit,
    can: { edit: false, remove: false, share: false, setHomeOf: managed.map(({ enterpriseId }): EnterpriseId => enterpriseId) },
  };
}

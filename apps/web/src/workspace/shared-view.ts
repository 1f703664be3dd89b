import { type EnterpriseId, segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { detailsPanelSchema, type SharedUrl } from '@solvane/contract/shell';
import type { PeriodSelection } from '@solvane/energy/time/period';
import { parsePeriodParam, toPeriodParam } from '../shared/time/period-address.ts';
import { detailsPanel } from './details.ts';
import { deviceSelection, replaceDevices } from './device-selection.ts';
import { openPanels, setSidePanelOpen } from './panels.ts';
import { replaceSignals, signalSelection } from './signal-selection.ts';

type Parameters = SharedUrl['parameters'];

/** Never part of a link: the user who opens it decides how often it refreshes (spec §9). */
const STRIPPED = new Set(['autoRefresh', 'sharedId', 'period', 'devices', 'signals']);

export interface ViewQuestion {
  pageName: string;
  /** Path parameters and what the screen keeps in the address. */
  routeParams: Record<string, string>;
  period: PeriodSelection;
  hasPeriod: boolean;
  enterpriseIds: readonly EnterpriseId[];
  isSidePanelOpen: boolean;
}

/** Everything of the screen that a colleague needs to see the same. */
export function toSharedParameters({ routeParams, period, hasPeriod, enterpriseIds, isSidePanelOpen }: ViewQuestion): Parameters {
  const { isDevicePanelOpen, isSignalPanelOpen } = openPanels.get();
  return {
    routeParams: Object.fromEntries(Object.entries(routeParams).filter(([name]) => !STRIPPED.has(name))),
    segments: deviceSelection.get().segments,
    enterpriseIds: [...enterpriseIds],
    signals: signalSelection.get().signalIds,
    isDevicePanelOpen,
    isSignalPanelOpen,
    isSidePanelOpen,
    detailsPanel: detailsPanel.get().content,
    ...toTimes(period, hasPeriod),
  };
}

/** Words of a relative period stand in startTime alone; an absolute one has both ends (spec §3). */
function toTimes(period: PeriodSelection, hasPeriod: boolean): Pick<Parameters, 'startTime' | 'endTime'> {
  if (!hasPeriod) return { startTime: null, endTime: null };
  if (period.type === 'custom') return { startTime: period.value.start, endTime: period.value.end };
  return { startTime: toPeriodParam(period) ?? 'today', endTime: null };
}

export function toPeriodOf({ startTime, endTime }: Pick<Parameters, 'startTime' | 'endTime'>): PeriodSelection | undefined {
  if (startTime === null) return undefined;
  return parsePeriodParam(endTime === null ? startTime : `${startTime}_${endTime}`);
}

/** Puts the panels and the selection back as they were stored; the address is the caller's part. */
export function restoreSharedView({ pageName, parameters }: Pick<SharedUrl, 'pageName' | 'parameters'>): void {
  const segments = Object.entries(parameters.segments).flatMap(([id, segment]) => {
    const segmentId = segmentIdSchema.safeParse(id).data;
    return segmentId && segment ? [[segmentId, segment] as const] : [];
  });
  replaceDevices(Object.fromEntries(segments));
  replaceSignals(parameters.signals.flatMap((id) => signalIdSchema.safeParse(id).data ?? []));
  openPanels.setState((state) => ({
    ...state,
    isDevicePanelOpen: parameters.isDevicePanelOpen,
    isSignalPanelOpen: parameters.isSignalPanelOpen,
  }));
  setSidePanelOpen(pageName, parameters.isSidePanelOpen);
  detailsPanel.setState(() => ({
    content: detailsPanelSchema.nullable().catch(null).parse(parameters.detailsPanel),
    isMaximized: false,
    page: pageName,
  }));
}

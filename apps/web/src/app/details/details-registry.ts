import type { DetailsPanel } from '@solvane/contract/shell';
import type { MessageKey } from '@solvane/i18n/messages';
import { type ComponentType, lazy } from 'react';
import type { DetailsContentProps } from './details-content.ts';

export interface DetailsEntry {
  title: MessageKey;
  /** undefined: its feature is not built yet, and the panel says so. */
  Content: ComponentType<DetailsContentProps> | undefined;
}

const DeviceMetadata = lazy(async () => ({ default: (await import('./device-metadata.tsx')).DeviceMetadata }));
const EventContent = lazy(async () => ({ default: (await import('./event-content.tsx')).EventContent }));
const DeviceStateContent = lazy(async () => ({ default: (await import('./device-state-content.tsx')).DeviceStateContent }));
const SiteQualityDetails = lazy(async () => ({
  default: (await import('../../features/site-quality/site-quality-details.tsx')).SiteQualityDetails,
}));
const Assistant = lazy(async () => ({ default: (await import('./assistant.tsx')).Assistant }));

const ReferenceDetails = lazy(async () => ({
  default: (await import('./reference-turbines-panel.tsx')).ReferenceTurbinesPanel,
}));
const PowerCurveContent = lazy(async () => ({ default: (await import('./power-curve-content.tsx')).PowerCurveContent }));
const LossWalkPanel = lazy(async () => ({ default: (await import('./loss-walk-panel.tsx')).LossWalkPanel }));

const BudgetsPanel = lazy(async () => ({ default: (await import('./model-panels.tsx')).BudgetsPanel }));
const CoefficientsPanel = lazy(async () => ({ default: (await import('./model-panels.tsx')).CoefficientsPanel }));

/** Who draws what in the details panel. Features say what to show by data (`openDetails`); only here it becomes a component. */
export const DETAILS: Record<DetailsPanel['kind'], DetailsEntry> = {
  metadata: { title: 'Details_metadata', Content: DeviceMetadata },
  chatbot: { title: 'Details_chatbot', Content: Assistant },
  event: { title: 'Details_event', Content: EventContent },
  insight: { title: 'Details_insight', Content: undefined },
  powerCurveManagement: { title: 'Details_powerCurveManagement', Content: PowerCurveContent },
  budgets: { title: 'Details_budgets', Content: BudgetsPanel },
  expectedCoefficients: { title: 'Details_expectedCoefficients', Content: CoefficientsPanel },
  referenceTurbines: { title: 'Details_referenceTurbines', Content: ReferenceDetails },
  siteQuality: { title: 'Details_siteQuality', Content: SiteQualityDetails },
  lossWalk: { title: 'Details_lossWalk', Content: LossWalkPanel },
  siteAccess: { title: 'Details_siteAccess', Content: undefined },
  deviceState: { title: 'Details_deviceState', Content: DeviceStateContent },
  report: { title: 'Details_report', Content: undefined },
  organizations: { title: 'Details_organizations', Content: undefined },
  serviceProviders: { title: 'Details_serviceProviders', Content: undefined },
  serviceProviderRoles: { title: 'Details_serviceProviderRoles', Content: undefined },
  remoteReset: { title: 'Details_remoteReset', Content: undefined },
  task: { title: 'Details_task', Content: undefined },
};

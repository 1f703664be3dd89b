import { type KeyMetric, keyMetricOptionalQueries, keyMetricQueries, keyMetricSettings } from '@solvane/contract/widgets/key-metric';
import type { MessageKey } from '@solvane/i18n/messages';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { KeyMetricView } from './key-metric-view.tsx';

const TITLES: Record<KeyMetric, MessageKey> = {
  powerNow: 'Home_Strip_PowerNow',
  lostCostNow: 'Home_Strip_Losing',
  openEvents: 'Home_Column_OpenEvents',
  runningSites: 'Home_Strip_Delivering',
  'availability.Technical.time': 'Home_Column_Availability',
  energy: 'Home_Column_EnergyAgainstExpected',
  dataAge: 'Home_Strip_DataAge',
};

export const keyMetricWidget = defineWidget({
  settings: keyMetricSettings,
  frame: 'metric',
  title: ({ metric }) => TITLES[metric],
  queries: keyMetricQueries,
  optionalQueries: keyMetricOptionalQueries,
  View: KeyMetricView,
});

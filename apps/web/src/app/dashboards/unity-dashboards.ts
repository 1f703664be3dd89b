import type { UnityDashboardRegistry } from '../../shared/dashboards/unity-dashboard.tsx';

/** Who draws the dashboards that stand inside of other screens. Screens name them; only here a name becomes a component. */
export const UNITY_DASHBOARD_COMPONENTS: UnityDashboardRegistry = {
  'fleet-overview': undefined,
  'site-overview': undefined,
  insight: undefined,
};

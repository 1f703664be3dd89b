import { type Dashboard, dashboardIdSchema } from '@solvane/contract/dashboards';

/** A dashboard of the product without widgets. */
export function fakeDashboard(own: Partial<Dashboard> = {}): Dashboard {
  return {
    ...{ dashboardId: dashboardIdSchema.parse('builtin.any'), title: 'Any', titleKey: 'Route_home', description: '', tags: [] },
    ...{ group: 'builtIn', enterpriseId: null, owner: null, template: null, templateId: null, isFavorite: false, isHome: false },
    can: { edit: false, remove: false, share: false, setHomeOf: [] },
    widgets: [],
    defaults: { period: { type: 'preset', selectedPreset: 'today' }, devices: 'all', energyTypes: [], refreshMinutes: 5, groupBy: 'none' },
    revision: { id: '1', changedBy: null, changedAtMs: null },
    ...{ sharedWith: [], hiddenDevices: 0 },
    ...own,
  };
}

/** Types that come with their screens: they are not offered, and dashboards that have them are read and imported as they are. `null` feature: drawn as coming soon. */
const RESERVED = {
  insights: null,
  tasks: 'workflow-management-tasks',
} as const satisfies Record<string, string | null>;

/** Whether a type has a name and no picture yet. */
export function isReserved(type: string): type is keyof typeof RESERVED {
  return Object.hasOwn(RESERVED, type);
}

/** Whether widgets of a type are left out while the feature behind them is off. */
export function isLeftOut(type: string): boolean {
  return isReserved(type) && RESERVED[type] !== null;
}

import { type ComponentType, createContext, Suspense, use } from 'react';
import { UnderConstruction } from '../states/coming-soon.tsx';
import { EntityNotFound } from '../states/entity-not-found.tsx';
import { ErrorBoundary } from '../states/error-boundary.tsx';

/** Dashboards that come with the product and stand inside of other screens. */
export const UNITY_DASHBOARDS = ['fleet-overview', 'site-overview', 'insight'] as const;
export type UnityDashboardName = (typeof UNITY_DASHBOARDS)[number];

export interface UnityDashboardProps {
  /** What the dashboard is about beside the devices and the period in view, as the insight of its screen. */
  parameters: Readonly<Record<string, string>>;
}

/** Which component draws a dashboard; undefined: it is not built yet. Filled by `app`, so that no screen imports the dashboards. */
export type UnityDashboardRegistry = Readonly<Record<UnityDashboardName, ComponentType<UnityDashboardProps> | undefined>>;

export const UnityDashboards = createContext<UnityDashboardRegistry | null>(null);

/** A dashboard by its name inside of another screen; a name that no dashboard has is one that is not found. */
export function UnityDashboard({ name, parameters = {} }: { name: string } & Partial<UnityDashboardProps>) {
  const registry = use(UnityDashboards);
  if (!isUnityDashboard(name)) return <EntityNotFound kind="dashboard" level="page" />;
  const Dashboard = registry?.[name];
  if (!Dashboard) return <UnderConstruction />;
  return (
    <ErrorBoundary resetKey={name}>
      <Suspense>
        <Dashboard parameters={parameters} />
      </Suspense>
    </ErrorBoundary>
  );
}

function isUnityDashboard(name: string): name is UnityDashboardName {
  return UNITY_DASHBOARDS.some((known) => known === name);
}

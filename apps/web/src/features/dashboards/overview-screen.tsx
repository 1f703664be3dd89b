import { type Dashboard, type DashboardId, dashboardIdSchema } from '@solvane/contract/dashboards';
import type { Site } from '@solvane/contract/fleet';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { dashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { TrustLine } from '../../shared/dashboards/trust-line.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import type { FleetNow } from '../../shared/fleet/fleet-now.ts';
import { powerText } from '../../shared/fleet/fleet-text.ts';
import { pageFleet } from '../../shared/fleet/page-fleet.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { siteStatusQuery } from '../../shared/widgets/site-status.queries.ts';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { FocusChip } from '../../workspace/fleet/focus-chip.tsx';
import { type Fleet, useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useWidgetPage } from '../../workspace/fleet/use-widget-page.ts';
import { DashboardMenu } from './dashboard-menu.tsx';
import { DashboardView } from './dashboard-view.tsx';

interface OverviewProps {
  /** Of a dashboard that comes with the product. */
  name: string;
  library: WidgetLibrary;
}

/** The fleet as a dashboard of the product; users copy it to change it. */
export function FleetOverviewScreen(props: OverviewProps) {
  const { formatMessage, locale } = useIntl();
  const { sites, enterprises } = useFleet();
  const fleet = useFleetNow(sites);
  const subtitle = fleet && formatMessage({ id: 'Home_Subtitle' }, { count: sites.length, rating: powerText(fleet.ratedPowerKw, locale) });
  return <Overview {...props} sites={sites} enterprises={enterprises} subtitle={subtitle} />;
}

interface SiteOverviewProps extends OverviewProps {
  /** Of the address; absent: the first one that is selected, else the first of all. */
  siteId: string | undefined;
  onSite: (siteId: string) => void;
}

/** One site as a dashboard of the product. */
export function SiteOverviewScreen({ siteId, onSite, ...props }: SiteOverviewProps) {
  const { formatMessage } = useIntl();
  const { sites, enterprises } = useFleet();
  const selection = useDeviceSelection();
  const selected = useMemo(() => new Set<string>(Object.values(selection).map(({ siteSegmentId }) => siteSegmentId)), [selection]);
  const site = sites.find((each) => each.siteId === siteId) ?? sites.find(({ siteSegmentId }) => selected.has(siteSegmentId)) ?? sites[0];
  const shown = useMemo(() => (site ? [site] : []), [site]);
  return (
    <Overview
      {...props}
      sites={shown}
      enterprises={enterprises}
      ignoresSelection
      subtitle={
        <SelectField
          label={formatMessage({ id: 'SiteOverview_Site' })}
          isLabelHidden
          size="small"
          options={sites.map((each) => ({ value: String(each.siteId), label: each.name }))}
          value={site ? String(site.siteId) : null}
          onChange={(chosen) => chosen !== null && onSite(chosen)}
        />
      }
    />
  );
}

function Overview({ name, library, sites, enterprises, subtitle, ignoresSelection }: OverviewProps & FrameProps) {
  const { formatMessage } = useIntl();
  const { title } = usePage();
  const query = useQuery(dashboardQuery(builtInId(name)));
  const fleet = useFleetNow(sites);
  const actions = (
    <>
      {fleet && <TrustLine fleet={fleet} />}
      {query.data && <DashboardMenu dashboard={query.data} />}
    </>
  );
  return (
    <Screen
      title={formatMessage({ id: title })}
      subtitle={
        <>
          {subtitle} <FocusChip sites={sites} />
        </>
      }
      actions={actions}
    >
      <QueryView query={query} level="page">
        {(dashboard) => <OfSites dashboard={dashboard} {...{ library, sites, enterprises, ignoresSelection }} />}
      </QueryView>
    </Screen>
  );
}

interface FrameProps extends Pick<Fleet, 'enterprises'> {
  sites: readonly Site[];
  subtitle: ReactNode;
  /** The page has a site of its own. */
  ignoresSelection?: boolean | undefined;
}

function OfSites({
  dashboard,
  library,
  sites,
  enterprises,
  ignoresSelection = false,
}: { dashboard: Dashboard; library: WidgetLibrary } & Omit<FrameProps, 'subtitle'>) {
  return <DashboardView dashboard={dashboard} library={library} page={useWidgetPage(sites, enterprises, { ignoresSelection })} />;
}

/** undefined: not known yet. */
function useFleetNow(sites: readonly Site[]): FleetNow | undefined {
  const status = useQuery(siteStatusQuery()).data;
  return status && pageFleet(sites, status);
}

function builtInId(name: string): DashboardId {
  return dashboardIdSchema.parse(`builtin.${name}`);
}

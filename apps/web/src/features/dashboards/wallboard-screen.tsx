import { ActionIcon } from '@mantine/core';
import { type Dashboard, dashboardIdSchema } from '@solvane/contract/dashboards';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { resolvePeriod } from '@solvane/energy/time/period';
import { IconArrowLeft, IconArrowRight, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { dashboardQuery } from '../../shared/dashboards/dashboards.queries.ts';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { EntityNotFound } from '../../shared/states/entity-not-found.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import FullScreen from '../../shared/widgets/full-screen.tsx';
import { useDashboardTitle } from './dashboard-title.ts';
import { DashboardView, useDashboardPage } from './dashboard-view.tsx';
import classes from './wallboard.module.css';
import { WALLBOARD_SECONDS, type WallboardSearch } from './wallboard-search.ts';

interface WallboardProps extends WallboardSearch {
  library: WidgetLibrary;
}

/** Dashboards one after the other over the whole window, each for its own sites and period. */
export function WallboardScreen({ dashboards = [], seconds = WALLBOARD_SECONDS.default, library }: WallboardProps) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const ids = dashboards.flatMap((id) => dashboardIdSchema.safeParse(id).data ?? []);
  const [shown, setShown] = useState(0);
  const [isPaused, setPaused] = useState(false);
  const turn = (step: number): void => setShown((before) => (before + step + ids.length) % Math.max(1, ids.length));
  const isTurning = !isPaused && ids.length > 1;
  // The clock turns the page.
  useEffect(() => {
    if (!isTurning) return;
    const timer = setInterval(() => setShown((before) => (before + 1) % ids.length), seconds * 1_000);
    return () => clearInterval(timer);
  }, [isTurning, ids.length, seconds]);
  const id = ids[shown];
  const title = formatMessage({ id: 'Route_wallboard' });
  if (id === undefined)
    return (
      <Screen title={title} hideTitle>
        <EntityNotFound kind="dashboard" level="page" />
      </Screen>
    );
  return (
    <Screen title={title} hideTitle>
      <FullScreen onLeave={() => navigateTo('dashboards')}>
        <div className={classes.board}>
          <ShownDashboard key={id} dashboardId={id} library={library} />
          <div className={classes.tools}>
            {ids.length > 1 && (
              <>
                <span>{formatMessage({ id: 'Wallboard_Position' }, { position: shown + 1, count: ids.length })}</span>
                <ActionIcon variant="subtle" aria-label={formatMessage({ id: 'Wallboard_Previous' })} onClick={() => turn(-1)}>
                  <IconArrowLeft size={18} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  aria-label={formatMessage({ id: isPaused ? 'Wallboard_Continue' : 'Wallboard_Pause' })}
                  onClick={() => setPaused(!isPaused)}
                >
                  {isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
                </ActionIcon>
                <ActionIcon variant="subtle" aria-label={formatMessage({ id: 'Wallboard_Next' })} onClick={() => turn(1)}>
                  <IconArrowRight size={18} />
                </ActionIcon>
              </>
            )}
            <ActionIcon variant="subtle" aria-label={formatMessage({ id: 'Wallboard_Leave' })} onClick={() => navigateTo('dashboards')}>
              <IconX size={18} />
            </ActionIcon>
          </div>
        </div>
      </FullScreen>
    </Screen>
  );
}

function ShownDashboard({ dashboardId, library }: { dashboardId: Dashboard['dashboardId']; library: WidgetLibrary }) {
  const titleOf = useDashboardTitle();
  return (
    <QueryView query={useQuery(dashboardQuery(dashboardId))} level="page">
      {(dashboard) => (
        <>
          <h1 className={classes.title}>{titleOf(dashboard)}</h1>
          <OfOwnPeriod dashboard={dashboard} library={library} />
        </>
      )}
    </QueryView>
  );
}

function OfOwnPeriod({ dashboard, library }: { dashboard: Dashboard; library: WidgetLibrary }) {
  const page = useDashboardPage(dashboard);
  return <DashboardView dashboard={dashboard} library={library} page={page && withOwnPeriod(page, dashboard)} />;
}

function withOwnPeriod(page: WidgetPage, { defaults: { period } }: Dashboard): WidgetPage {
  return { ...page, period: resolvePeriod(period, page.zone, page.nowMs), periodSelection: period };
}

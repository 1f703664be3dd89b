import { Outlet } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useEffect } from 'react';
import { useIntl } from 'react-intl';
import { isPermitted } from '../../shared/access/access.ts';
import { useAccess, useSessionUser } from '../../shared/access/session.queries.ts';
import { KeyListener } from '../../shared/keys/key-listener.tsx';
import { usePage } from '../../shared/routing/use-page.ts';
import { useNavigation } from '../../shared/routing/use-pages.ts';
import { useInTurn } from '../../shared/screen/use-in-turn.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { ErrorBoundary } from '../../shared/states/error-boundary.tsx';
import { useIdleAfter } from '../../shared/states/use-idle-after.ts';
import { detailsPanel } from '../../workspace/details.ts';
import { watchOtherTabs } from '../../workspace/stored-store.ts';
import { DetailsPane } from '../details/details-pane.tsx';
import { BackgroundTrees } from '../device-panel/background-trees.tsx';
import { DeleteConfirmation } from '../dialogs/delete-confirmation.tsx';
import { FormPane } from '../form-panel/form-pane.tsx';
import { Header } from '../header/header.tsx';
import { StreamNotices } from '../notices/stream-notices.tsx';
import { AccessDenied } from '../pages/access-denied.tsx';
import { HomeButton } from '../pages/home-button.tsx';
import { NoAccess } from '../pages/no-access.tsx';
import { EntryOrders } from '../routing/entry-orders.tsx';
import { SessionGuard } from '../session/session-guard.tsx';
import { VersionWatch } from '../session/version-watch.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { LeftPanes } from './panes.tsx';
import classes from './shell.module.css';
import { ShellKeys } from './shell-keys.tsx';
import { SidePane } from './side-pane.tsx';
import { useDocumentTitle } from './use-document-title.ts';
import { usePaneArrangement } from './use-pane-arrangement.ts';

const ViewAsBanner = lazy(() => import('./view-as-banner.tsx'));
const DowntimeNotifications = lazy(async () => ({
  default: (await import('../notices/downtime-notifications.tsx')).DowntimeNotifications,
}));
const BottomBar = lazy(async () => ({ default: (await import('./bottom-bar.tsx')).BottomBar }));

/** Everything around a screen. Each part that loads its messages or code has an own Suspense, so that the rest does not move. */
export function Shell() {
  const hasAnyPage = useNavigation().length > 0;
  useDocumentTitle();
  // State shared between tabs lies outside of React.
  useEffect(watchOtherTabs, []);
  return (
    <>
      <KeyListener />
      <Suspense>
        <SessionGuard />
        <VersionWatch />
      </Suspense>
      <Suspense>
        <DeleteConfirmation />
      </Suspense>
      {hasAnyPage ? <Frame /> : <AccessDenied />}
    </>
  );
}

function Frame() {
  const { formatMessage } = useIntl();
  const viewport = useViewport();
  const isViewing = useSessionUser().viewAs !== null;
  const isIdle = useIdleAfter(true);
  const isMaximized = useSelector(detailsPanel, (state) => state.isMaximized && state.content !== null) && viewport === 'wide';
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {formatMessage({ id: 'Common_SkipToContent' })}
      </a>
      <BackgroundTrees />
      <StreamNotices />
      <EntryOrders />
      <ShellKeys />
      <Header />
      <OfflineBanner />
      {isViewing && (
        <Suspense>
          <ViewAsBanner />
        </Suspense>
      )}
      <Suspense>{isIdle && <DowntimeNotifications />}</Suspense>
      <div className={classes.below}>
        {viewport !== 'phone' && <Navigation />}
        <div className={classes.panes}>
          <LeftPanes />
          <Main isHidden={isMaximized} />
          <Suspense>
            <FormPane />
          </Suspense>
          <Suspense>
            <SidePane />
          </Suspense>
          <Suspense>
            <DetailsPane />
          </Suspense>
        </div>
      </div>
      {viewport === 'phone' && (
        <Suspense>
          <BottomBar />
        </Suspense>
      )}
    </div>
  );
}

/** Stays mounted while hidden: input and scroll position survive. */
function Main({ isHidden }: { isHidden: boolean }) {
  const page = usePage();
  const access = useAccess();
  const mainMin = usePaneArrangement()?.mainMin;
  // The shell is there before its screen is drawn.
  const isTurn = useInTurn(true);
  return (
    <main className={classes.main} id="main" tabIndex={-1} hidden={isHidden} style={{ minInlineSize: mainMin }}>
      <ErrorBoundary level="page" resetKey={page.name} actions={<HomeButton />}>
        <Suspense>{isTurn && (isPermitted(page, access) ? <Outlet /> : <NoAccess />)}</Suspense>
      </ErrorBoundary>
    </main>
  );
}

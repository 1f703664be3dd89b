import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useIntl } from 'react-intl';
import { isPermitted } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { ErrorBoundary } from '../../shared/states/error-boundary.tsx';
import { HomeButton } from '../pages/home-button.tsx';
import { NoAccess } from '../pages/no-access.tsx';
import { Header } from './header.tsx';
import { Navigation } from './navigation.tsx';
import { LeftPanes } from './panes.tsx';
import classes from './shell.module.css';
import { useDocumentTitle } from './use-document-title.ts';

/** Everything around a screen. */
export function Shell() {
  const { formatMessage } = useIntl();
  useDocumentTitle();
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {formatMessage({ id: 'Common_SkipToContent' })}
      </a>
      <Header />
      <div className={classes.below}>
        <Navigation />
        <div className={classes.panes}>
          <LeftPanes />
          <Main />
        </div>
      </div>
    </div>
  );
}

function Main() {
  const page = usePage();
  const access = useAccess();
  return (
    <main className={classes.main} id="main" tabIndex={-1}>
      <ErrorBoundary level="page" resetKey={page.name} actions={<HomeButton />}>
        <Suspense>{isPermitted(page, access) ? <Outlet /> : <NoAccess />}</Suspense>
      </ErrorBoundary>
    </main>
  );
}

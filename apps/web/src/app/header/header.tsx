import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { usePage } from '../../shared/routing/use-page.ts';
import { useScreenTitle } from '../../shared/screen/screen-slots.ts';
import { usePageTitle } from '../../shared/screen/use-page-title.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { useIdleAfter } from '../../shared/states/use-idle-after.ts';
import { AccountMenu } from './account-menu.tsx';
import { AssistantButton } from './assistant-button.tsx';
import { Bell } from './bell.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { EnterpriseSelector } from './enterprise-selector.tsx';
import classes from './header-bar.module.css';
import { HelpButton } from './help-button.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { ProductMark } from './product-mark.tsx';
import { RefreshControl } from './refresh-control.tsx';
import { SearchButton } from './search-button.tsx';
import { ShareButton } from './share-button.tsx';

const LegacyMenu = lazy(async () => ({ default: (await import('./legacy-menu.tsx')).LegacyMenu }));

/** Where the user is on the left, what the user can do with it on the right. */
export function Header() {
  const { formatMessage } = useIntl();
  const page = usePage();
  const isIdle = useIdleAfter(true);
  if (useViewport() === 'phone') return <PhoneHeader />;
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand}>
        <ProductMark />
        <span className={classes.name}>{formatMessage({ id: 'App_ProductName' })}</span>
      </Link>
      <EnterpriseSelector />
      <Breadcrumb />
      <div className={classes.tools}>
        <SearchButton />
        {page.datePicker && <PeriodPicker />}
        {page.datePicker && <RefreshControl />}
        <div className={classes.icons}>
          {page.share && <ShareButton />}
          <Bell />
          <AssistantButton />
          <Suspense>{isIdle && <LegacyMenu />}</Suspense>
          <HelpButton />
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}

/** The page and what matters on the way; the period has a row of its own. */
function PhoneHeader() {
  const { formatMessage } = useIntl();
  const page = usePage();
  const routeTitle = usePageTitle();
  const title = useScreenTitle()?.title ?? routeTitle;
  return (
    <header className={classes.phone}>
      <div className={classes.header}>
        <Link to="/" className={classes.brand} aria-label={formatMessage({ id: 'Common_GoHome' })}>
          <ProductMark />
        </Link>
        <p className={classes.phoneTitle}>{title}</p>
        <div className={classes.icons}>
          <SearchButton />
          <Bell />
          <AccountMenu />
        </div>
      </div>
      {page.datePicker && (
        <div className={classes.phoneRow}>
          <PeriodPicker />
          <RefreshControl />
          {page.share && <ShareButton />}
        </div>
      )}
    </header>
  );
}

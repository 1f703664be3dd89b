import { Drawer } from '@mantine/core';
import { IconBuildingFactory2, IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import type { PageName } from '../../shared/routing/page.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { useNavigation } from '../../shared/routing/use-pages.ts';
import { AssistantButton } from '../header/assistant-button.tsx';
import { EnterpriseSelector } from '../header/enterprise-selector.tsx';
import { HelpButton } from '../header/help-button.tsx';
import classes from './bottom-bar.module.css';
import { Navigation } from './navigation.tsx';
import { NAVIGATION_ICONS } from './navigation-icons.ts';
import { usePaneOpen } from './use-pane-open.ts';

const LegacyMenu = lazy(async () => ({ default: (await import('../header/legacy-menu.tsx')).LegacyMenu }));

const SHOWN: readonly PageName[] = ['home', 'event-log', 'data-studio'];
const SHORT: Partial<Record<PageName, 'BottomBar_Events' | 'BottomBar_Studio'>> = {
  'event-log': 'BottomBar_Events',
  'data-studio': 'BottomBar_Studio',
};

/** Navigation of a phone: three screens, the sites, and everything else. */
export function BottomBar() {
  const { formatMessage } = useIntl();
  const page = usePage();
  const [isPaneOpen, setPaneOpen] = usePaneOpen('device');
  const [isMenuOpen, setMenuOpen] = useState(false);
  const entries = useNavigation().filter((node) => SHOWN.includes(node.page.name));
  return (
    <>
      <nav className={classes.bar} aria-label={formatMessage({ id: 'Shell_Navigation_Label' })}>
        {entries.map(({ page: target, path }) => {
          const Icon = target.navigation?.icon && NAVIGATION_ICONS[target.navigation.icon];
          return (
            <Link key={target.name} to={path} className={classes.entry} data-active={page.name === target.name || undefined}>
              {Icon && <Icon />}
              <span>{formatMessage({ id: SHORT[target.name] ?? target.title })}</span>
            </Link>
          );
        })}
        {page.devicePanel && (
          <button type="button" className={classes.entry} aria-expanded={isPaneOpen} onClick={() => setPaneOpen(!isPaneOpen)}>
            <IconBuildingFactory2 />
            <span>{formatMessage({ id: 'BottomBar_Sites' })}</span>
          </button>
        )}
        <button type="button" className={classes.entry} aria-expanded={isMenuOpen} onClick={() => setMenuOpen(true)}>
          <IconMenu2 />
          <span>{formatMessage({ id: 'Common_More' })}</span>
        </button>
      </nav>
      <Drawer
        opened={isMenuOpen}
        onClose={() => setMenuOpen(false)}
        size={280}
        padding={0}
        classNames={{ header: classes.drawerHead }}
        title={formatMessage({ id: 'App_ProductName' })}
        closeButtonProps={{ 'aria-label': formatMessage({ id: 'Common_Close' }) }}
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a chosen entry closes the drawer, by whatever it was chosen */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its links were told */}
        <div
          className={classes.drawer}
          onClick={(event) => event.target instanceof Element && event.target.closest('a') && setMenuOpen(false)}
        >
          <EnterpriseSelector />
          <Navigation isInDrawer />
          <div className={classes.tools}>
            <AssistantButton onOpen={() => setMenuOpen(false)} />
            <Suspense>
              <LegacyMenu />
            </Suspense>
            <HelpButton />
          </div>
        </div>
      </Drawer>
    </>
  );
}

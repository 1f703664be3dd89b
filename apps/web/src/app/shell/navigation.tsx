import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useIntl } from 'react-intl';
import type { PageNode } from '../../shared/routing/navigation-tree.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { useNavigation } from '../../shared/routing/use-pages.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { navigationState } from '../../workspace/panels.ts';
import classes from './navigation.module.css';
import { NAVIGATION_ICONS } from './navigation-icons.ts';
import { usePaneArrangement } from './use-pane-arrangement.ts';

/** Pages first, groups below the rule: both in the order of the route tree. */
export function Navigation({ isInDrawer = false }: { isInDrawer?: boolean }) {
  const { formatMessage } = useIntl();
  const nodes = useNavigation();
  const isNarrowWindow = useViewport() === 'narrow';
  const isNarrow = (usePaneArrangement()?.isNavigationCollapsed ?? false) || isNarrowWindow;
  const isCollapsed = useSelector(navigationState, (state) => state.isCollapsed || isNarrow) && !isInDrawer;
  const Toggle = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = formatMessage({ id: isCollapsed ? 'Shell_Navigation_Expand' : 'Shell_Navigation_Collapse' });
  return (
    <nav
      className={classes.navigation}
      data-collapsed={isCollapsed || undefined}
      data-drawer={isInDrawer || undefined}
      aria-label={formatMessage({ id: 'Shell_Navigation_Label' })}
    >
      <ul className={classes.list}>
        {nodes.map((node, index) => (
          <li
            key={node.page.name}
            className={node.children.length > 0 && (nodes[index - 1]?.children.length ?? 0) === 0 ? classes.firstGroup : undefined}
          >
            {node.children.length > 0 && !isCollapsed ? <Group node={node} /> : <Entry node={node} isCollapsed={isCollapsed} />}
          </li>
        ))}
      </ul>
      {!isInDrawer && !isNarrow && (
        <button
          type="button"
          className={classes.entry}
          aria-label={toggleLabel}
          aria-expanded={!isCollapsed}
          onClick={() => navigationState.setState((state) => ({ ...state, isCollapsed: !isCollapsed }))}
        >
          <Toggle className={classes.icon} />
          {!isCollapsed && <span className={classes.label}>{formatMessage({ id: 'Shell_Navigation_CollapseShort' })}</span>}
        </button>
      )}
    </nav>
  );
}

function Entry({ node, isCollapsed }: { node: PageNode; isCollapsed: boolean }) {
  const { formatMessage } = useIntl();
  const { page, path, children } = node;
  const label = formatMessage({ id: page.title });
  const comingTitle = useComingTitle();
  const Icon = page.navigation?.icon && NAVIGATION_ICONS[page.navigation.icon];
  const link = (
    <Link
      to={children[0]?.path ?? path}
      className={classes.entry}
      activeOptions={{ exact: path === '/' }}
      data-active={useIsWithin(node) || undefined}
      aria-label={isCollapsed ? label : undefined}
      title={comingTitle(page)}
    >
      {Icon && <Icon className={classes.icon} />}
      {!isCollapsed && <span className={classes.label}>{label}</span>}
      {!isCollapsed && page.isComing && <span className={classes.coming} aria-hidden="true" />}
    </Link>
  );
  return isCollapsed ? (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/** On the links of pages whose screen is not built yet. */
function useComingTitle(): (page: PageNode['page']) => string | undefined {
  const { formatMessage } = useIntl();
  return ({ isComing }) => (isComing ? formatMessage({ id: 'Page_ComingSoon_Title' }) : undefined);
}

function Group({ node }: { node: PageNode }) {
  const { formatMessage } = useIntl();
  const { name, title, navigation } = node.page;
  const comingTitle = useComingTitle();
  const isWithin = useIsWithin(node);
  const isOpen = useSelector(navigationState, ({ openGroups }) => openGroups.includes(name)) || isWithin;
  const Icon = navigation?.icon && NAVIGATION_ICONS[navigation.icon];
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={isOpen}
        data-within={isWithin || undefined}
        onClick={() => toggleGroup(name)}
      >
        {Icon && <Icon className={classes.icon} />}
        <span className={classes.label}>{formatMessage({ id: title })}</span>
        <Chevron className={classes.chevron} />
      </button>
      {isOpen && (
        <ul className={classes.children}>
          {node.children.map((child) => (
            <li key={child.page.name}>
              <Link
                to={child.path}
                className={`${classes.entry} ${classes.child}`}
                activeProps={{ 'data-active': true }}
                title={comingTitle(child.page)}
              >
                <span className={classes.label}>{formatMessage({ id: child.page.title })}</span>
                {child.page.isComing && <span className={classes.coming} aria-hidden="true" />}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function useIsWithin(node: PageNode): boolean {
  const { name, parent } = usePage();
  const isOn = (candidate: PageNode): boolean =>
    candidate.page.name === name || candidate.page.name === parent || candidate.children.some(isOn);
  return isOn(node);
}

function toggleGroup(name: string): void {
  navigationState.setState((state) => ({
    ...state,
    openGroups: state.openGroups.includes(name) ? state.openGroups.filter((open) => open !== name) : [...state.openGroups, name],
  }));
}

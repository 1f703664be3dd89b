import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import type { WidgetTarget } from './widget-target.ts';

interface TargetLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
  target: WidgetTarget;
  /** Addresses outside of the product always do. */
  inNewTab?: boolean;
}

const NEW_TAB = { target: '_blank', rel: 'noreferrer' };

/** A link to where a widget leads. */
export function TargetLink({ target, inNewTab = false, ...own }: TargetLinkProps) {
  const props = { ...own, ...(inNewTab && NEW_TAB) };
  switch (target.to) {
    case 'dataStudio':
      return <Link {...props} to="/data-studio" search={{ ...target.search }} />;
    case 'eventLog':
      return <Link {...props} to="/event-log" search={{ ...target.search }} />;
    case 'siteOverview':
      return <Link {...props} to="/monitor/site-overview" search={{ ...target.search }} />;
    case 'deviceState':
      return <Link {...props} to="/monitor/device-state" search={{ ...target.search }} />;
    case 'dashboard':
      return <Link {...props} to="/dashboards/$dashboardId" params={{ dashboardId: target.dashboardId }} />;
    case 'url':
      return target.url.startsWith('/') ? <a {...props} href={target.url} /> : <a {...own} href={target.url} {...NEW_TAB} />;
  }
}

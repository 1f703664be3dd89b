import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { toPeriodParam } from '../time/period-address.ts';
import { useSetFocus } from './use-focus.ts';
import type { WidgetChoice, WidgetTarget } from './widget-target.ts';

/** Carries out what a mark stands for: a site or device for the whole page, a period, or a screen; the way back of the browser undoes it. */
export function useChoose(): (choice: WidgetChoice | undefined) => void {
  const navigate = useNavigate();
  const setFocus = useSetFocus();
  const addressOf = useAddress();
  const { history } = useRouter();
  return useCallback(
    (choice) => {
      if (!choice) return;
      if ('focus' in choice) setFocus(choice.focus);
      else if ('open' in choice) {
        const { isOutside, href } = addressOf(choice.open);
        if (isOutside) openTab(href);
        else history.push(href);
      } else
        void navigate({
          to: '.',
          // A zoom belongs to the period in which it was made.
          search: (previous: Record<string, unknown>) => ({
            ...previous,
            period: toPeriodParam(choice.period),
            from: undefined,
            to: undefined,
          }),
        });
    },
    [navigate, setFocus, addressOf, history],
  );
}

/** Opens a target in a tab of its own, as a link does that is pressed with Ctrl or Cmd. */
export function useOpenTab(): (target: WidgetTarget | undefined) => void {
  const addressOf = useAddress();
  return useCallback((target) => target && openTab(addressOf(target).href), [addressOf]);
}

function openTab(href: string): void {
  window.open(href, '_blank', 'noreferrer');
}

function useAddress(): (target: WidgetTarget) => { href: string; isOutside: boolean } {
  const router = useRouter();
  return useCallback(
    (target) => {
      const inside = (href: string) => ({ href, isOutside: false });
      switch (target.to) {
        case 'dataStudio':
          return inside(router.buildLocation({ to: '/data-studio', search: { ...target.search } }).href);
        case 'eventLog':
          return inside(router.buildLocation({ to: '/event-log', search: { ...target.search } }).href);
        case 'siteOverview':
          return inside(router.buildLocation({ to: '/monitor/site-overview', search: { ...target.search } }).href);
        case 'deviceState':
          return inside(router.buildLocation({ to: '/monitor/device-state', search: { ...target.search } }).href);
        case 'dashboard':
          return inside(router.buildLocation({ to: '/dashboards/$dashboardId', params: { dashboardId: target.dashboardId } }).href);
        case 'url':
          return { href: target.url, isOutside: !target.url.startsWith('/') };
      }
    },
    [router],
  );
}

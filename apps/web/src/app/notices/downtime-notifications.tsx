import { eventEndpoints } from '@solvane/contract/events';
import type { SiteId } from '@solvane/contract/ids';
import { useSelector } from '@tanstack/react-store';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { downtimeAlerts } from '../../workspace/downtime-alerts.ts';
import { useFavorites } from '../../workspace/fleet/favorites.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

/** Tells a Downtime that began at a favorite site, once, also while nobody looks at the page. */
export function DowntimeNotifications() {
  const { areOn } = useSelector(downtimeAlerts);
  return areOn && 'Notification' in window && Notification.permission === 'granted' ? <Watch /> : null;
}

function Watch() {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const favorites = useFavorites();
  const { allSites } = useFleet();
  const since = useRef(Date.now());
  const told = useRef(new Set<string>());

  const tell = async (siteIds: SiteId[]): Promise<void> => {
    const { items } = await call(eventEndpoints.search, {
      body: { filter: { siteIds, types: ['Downtime'], isOpen: true, startMs: since.current }, limit: 20 },
      background: true,
    });
    for (const { eventId: id, siteName, deviceName, code, startMs } of items) {
      if (startMs < since.current || told.current.has(id)) continue;
      told.current.add(id);
      const title = formatMessage({ id: 'DowntimeAlert_Title' }, { site: siteName, device: deviceName });
      const notification = new Notification(title, { body: code, tag: id, icon: '/mark.svg' });
      notification.onclick = () => {
        window.focus();
        navigateTo('event-details', { eventId: id });
      };
    }
  };
  useSiteChanges((changes) => {
    const starred = allSites.filter(({ siteSegmentId }) => favorites.has(siteSegmentId)).map(({ siteId }) => siteId);
    const changed = changes.filter(({ what, siteId }) => what === 'events' && starred.includes(siteId)).map(({ siteId }) => siteId);
    if (changed.length > 0)
      tell([...new Set(changed)]).catch((error: unknown) => console.warn('New downtime could not be asked for', error));
  });
  return null;
}

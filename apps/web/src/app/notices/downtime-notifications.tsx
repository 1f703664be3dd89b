import { type Event, eventEndpoints } from '@solvane/contract/events';
import type { SiteId } from '@solvane/contract/ids';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { downtimeAlerts } from '../../workspace/downtime-alerts.ts';
import { useFavorites } from '../../workspace/fleet/favorites.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';

/** Reports a Downtime that began at a favorite site, once, also while the page is hidden. */
export function DowntimeNotifications() {
  const { areOn } = useSelector(downtimeAlerts);
  return areOn && 'Notification' in window && Notification.permission === 'granted' ? <Watch /> : null;
}

/** A stop is found some time after it began: plants send late, and what they send is computed. */
const FOUND_WITHIN_MS = 2 * 3_600_000;
const MOST_READ = 100;

function Watch() {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const favorites = useFavorites();
  const { allSites } = useFleet();
  const since = useRef(Date.now());
  const known = useRef(new Map<SiteId, Set<string>>());
  const starred = allSites.filter(({ siteSegmentId }) => favorites.has(siteSegmentId)).map(({ siteId }) => siteId);

  /** What was open when the watch of a site began is no news. */
  const look = async (siteIds: SiteId[]): Promise<void> => {
    const { items } = await call(eventEndpoints.search, {
      body: {
        filter: { siteIds, types: ['Downtime'], isOpen: true, startMs: since.current - FOUND_WITHIN_MS },
        sort: { by: 'start', direction: 'desc' },
        limit: MOST_READ,
      },
      background: true,
    });
    const watched = new Set(siteIds.filter((siteId) => known.current.has(siteId)));
    for (const siteId of siteIds) if (!watched.has(siteId)) known.current.set(siteId, new Set());
    for (const event of items) {
      const ids = known.current.get(event.siteId);
      if (!ids || ids.has(event.eventId)) continue;
      ids.add(event.eventId);
      if (watched.has(event.siteId) && event.startMs >= since.current - FOUND_WITHIN_MS) tell(event);
    }
  };
  const tell = ({ eventId, siteName, deviceName, code }: Event): void => {
    const title = formatMessage(
      { id: 'DowntimeAlert_Title' },
      { site: siteName, device: deviceName, isSite: String(deviceName === siteName) },
    );
    const notification = new Notification(title, { body: code, tag: eventId, icon: '/mark.svg' });
    notification.onclick = () => {
      window.focus();
      navigateTo('event-details', { eventId });
    };
  };
  const lookAt = useEffectEvent((siteIds: SiteId[]): void => {
    if (siteIds.length > 0) look(siteIds).catch((error: unknown) => console.warn('New downtime could not be asked for', error));
  });
  // The watch of a site begins with its star.
  const stars = starred.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one with every render, its ids are not
  useEffect(() => lookAt(starred.filter((siteId) => !known.current.has(siteId))), [stars]);
  useSiteChanges(
    (changes) => {
      const changed = new Set(changes.filter(({ what }) => what === 'events').map(({ siteId }) => siteId));
      lookAt(starred.filter((siteId) => changed.has(siteId)));
    },
    { alsoWhileHidden: true },
  );
  return null;
}

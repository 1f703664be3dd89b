import { signalIdSchema } from '@solvane/contract/ids';
import { devicesAt } from '@solvane/contract/widgets/widget-devices';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { addUnits } from '@solvane/energy/time/bucket';
import { localDayOf, toIsoDate } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useChoose } from './use-choose.ts';
import classes from './widget.module.css';
import { widgetDataQuery } from './widget-data.queries.ts';
import type { WidgetSelection } from './widget-target.ts';

/** Of one question: any of them tells when data came last. */
const MOST_DEVICES = 200;

/** Where a period is empty: when the newest value came, and the way to its day. Nothing where there is none, or where it is not known which signals are shown. */
export function LatestValue({ selection, page }: { selection: WidgetSelection | undefined; page: WidgetPage }) {
  const { formatMessage, formatDate } = useIntl();
  const choose = useChoose();
  const { data } = useQuery(widgetDataQuery(latestQuery(selection, page)));
  const { zone: timeZone } = page;
  const newestMs = Math.max(...(data?.items ?? []).map(({ timeMs }) => timeMs));
  if (!Number.isFinite(newestMs)) return null;
  const first = localDayOf(newestMs, timeZone);
  const show = (): void =>
    choose({ period: { type: 'custom', value: { start: toIsoDate(first), end: toIsoDate(addUnits(first, 'day', 1)) } } });
  return (
    <>
      {' · '}
      {formatMessage({ id: 'Widget_Latest' }, { time: formatDate(newestMs, { dateStyle: 'medium', timeStyle: 'short', timeZone }) })}
      {' · '}
      <button type="button" className={classes.headLink} onClick={show}>
        {formatMessage({ id: 'Widget_ShowDay' }, { day: formatDate(newestMs, { dateStyle: 'medium', timeZone }) })}
      </button>
    </>
  );
}

function latestQuery(selection: WidgetSelection | undefined, page: WidgetPage) {
  const signalIds = (selection?.signals ?? []).flatMap((id) => signalIdSchema.safeParse(id).data ?? []);
  const named = new Set<string>(selection?.devices ?? []);
  const isWanted = (id: string): boolean => named.size === 0 || named.has(id);
  const sites = page.sites.map(({ siteSegmentId }) => siteSegmentId).filter(isWanted);
  // Devices of many sites are not looked for where the sites are enough.
  const own = sites.length < MOST_DEVICES ? (devicesAt(page, 'generators') ?? []).map(({ segmentId }) => segmentId).filter(isWanted) : [];
  const segmentIds = [...sites, ...own].slice(0, MOST_DEVICES);
  return signalIds.length === 0 || segmentIds.length === 0 ? null : ({ kind: 'latest', body: { segmentIds, signalIds } } as const);
}

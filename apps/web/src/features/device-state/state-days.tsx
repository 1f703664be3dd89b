import type { DeviceStateItem } from '@solvane/contract/device-states';
import type { Site } from '@solvane/contract/fleet';
import { dayBounds, localDayOf } from '@solvane/energy/time/local-day';
import { decimalText } from '@solvane/i18n/number-text';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { durationPhrase } from '../../shared/events/event-text.ts';
import { widgetDataQuery } from '../../shared/widgets/widget-data.queries.ts';
import classes from './device-details.module.css';
import { stateShares, stateSpans } from './state-spans.ts';

interface StateDaysProps {
  item: DeviceStateItem;
  site: Site;
  nowMs: number;
}

const DAYS = 7;
const MOST_EVENTS = 200;

/** States of the last seven days, as the events of the device tell them. */
export function StateDays({ item, site, nowMs }: StateDaysProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const texts = useStateTexts();
  const mayRead = usePermission('PageEventLogs');
  const zone = site.metadata.timezone ?? 'UTC';
  const today = localDayOf(nowMs, zone);
  const startMs = dayBounds(today - DAYS + 1, zone).startMs;
  const endMs = dayBounds(today, zone).endMs;
  const filter = { segmentIds: [item.segmentId], isExact: true, startMs, endMs, members: 'shown' as const };
  const body = { filter, sort: { by: 'start' as const, direction: 'asc' as const }, limit: MOST_EVENTS };
  const events = useQuery(widgetDataQuery<'events'>(mayRead ? { kind: 'events', body } : null)).data;
  if (!events) return null;
  const period = { startMs, endMs: Math.min(endMs, nowMs) };
  const spans = stateSpans(events.items, period);
  const { undisturbed, stoppedMs } = stateShares(spans, period);
  const at = (timeMs: number) => `${(100 * (timeMs - startMs)) / (endMs - startMs)}%`;
  return (
    <section className={classes.part}>
      <header>
        <h4>{formatMessage({ id: 'DeviceState_Days' }, { days: DAYS })}</h4>
        <span className={classes.quiet}>
          {formatMessage({ id: 'DeviceState_Days_Share' }, { percent: decimalText(100 * undisturbed, { digits: 1, locale }) })}
          {stoppedMs > 0 && `, ${formatMessage({ id: 'DeviceState_Days_Stopped' }, { duration: durationPhrase(stoppedMs, locale) })}`}
        </span>
      </header>
      <div className={classes.days}>
        <span className={classes.line} style={{ inlineSize: at(period.endMs) }} />
        {spans.map((span) => (
          <span
            key={span.startMs}
            className={classes.span}
            data-state={span.state}
            data-open={span.isOpen || undefined}
            title={`${texts.state(span.state)} · ${durationPhrase(span.endMs - span.startMs, locale)}`}
            style={{ insetInlineStart: at(span.startMs), inlineSize: `max(2px, calc(${at(span.endMs)} - ${at(span.startMs)}))` }}
          />
        ))}
        {Array.from({ length: DAYS }, (_, day) => dayBounds(today - DAYS + 1 + day, zone)).map((day) => (
          <small
            key={day.startMs}
            style={{ insetInlineStart: at(day.startMs), inlineSize: `${100 / DAYS}%` }}
            data-today={day.endMs === endMs || undefined}
          >
            {formatDate(day.startMs, { day: 'numeric', ...(day.endMs === endMs && { month: 'short' }), timeZone: zone })}
          </small>
        ))}
      </div>
    </section>
  );
}

import { LanesChart } from '@solvane/charts/lanes-chart';
import { zoomAround } from '@solvane/charts/options/zoom';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { toLanes } from '../../shared/events/lanes/to-lanes.ts';

import { useChartView, useZoneClock } from '../../shared/series/use-chart-view.ts';
import { useSetFocus } from '../../shared/widgets/use-focus.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { openDetails } from '../../workspace/details.ts';
import classes from './event-timeline.module.css';
import { type EventTimelineProps, orderedLanes } from './event-timeline.ts';

/** What is less is written as nothing. */
const LEAST_KWH = 5;

/** Events of each device along the period: a bar opens its event, one of several zooms in, the name chooses the device. */
export default function EventTimelineView({ settings, page, data }: EventTimelineProps) {
  const { formatMessage, locale } = useIntl();
  const setFocus = useSetFocus();
  const lanes = useMemo(() => orderedLanes({ settings, data }), [settings, data]);
  const { view, onViewChange } = useChartView(page.period);
  const clock = useZoneClock(page.zone);
  const drawn = useMemo(
    () => toLanes(lanes, [], (kwh) => (kwh === null || Math.abs(kwh) < LEAST_KWH ? '' : `${lostEnergyText(kwh, locale)}\u202fMWh`)),
    [lanes, locale],
  );
  if (lanes.length === 0) return <p className={widgetClasses.none}>{formatMessage({ id: 'Widget_NoEvents' })}</p>;
  return (
    <div className={classes.chart}>
      <LanesChart
        label={formatMessage({ id: 'Widget_Type_eventTimeline' })}
        description={formatMessage({ id: 'EventLog_Lanes_Description' })}
        lanes={drawn}
        domain={page.period}
        view={view}
        clock={clock}
        locale={locale}
        onView={onViewChange}
        onCursor={() => undefined}
        onBar={(lane, bar) => {
          const of = lanes[lane]?.bars[bar];
          if (!of) return;
          if (of.eventId) openDetails({ kind: 'event', eventId: of.eventId });
          else onViewChange(zoomAround({ view, domain: page.period, aroundMs: (of.startMs + of.endMs) / 2, factor: 0.2 }));
        }}
        onSpan={({ period }) => onViewChange(period)}
        onLane={(lane) => {
          const of = lanes[lane];
          if (of) setFocus(of.segmentId);
        }}
      />
    </div>
  );
}

import { Button } from '@mantine/core';
import type { SegmentId } from '@solvane/contract/ids';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { IconBan, IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { ValidationChart } from '../../shared/quality/validation-chart.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { instantOf, NO_TIME, readMoment, type TypedTime, toTypedTime } from '../../shared/time/local-moment.ts';
import { LocalTimeField } from '../../shared/time/local-time-field.tsx';
import { useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import { findNode, useTrees } from '../../workspace/fleet/trees.ts';
import { useViewZone } from '../../workspace/fleet/use-view-zone.ts';
import { InvalidationDialog } from '../../workspace/invalidation/invalidation-dialog.tsx';
import { usePeriod } from '../../workspace/period.ts';
import { useSelectedSignalIds } from '../../workspace/signal-selection.ts';
import classes from './data-invalidation.module.css';
import { invalidationKeys, invalidationsQuery, validationQuery } from './data-invalidation.queries.ts';
import { InvalidationEffects } from './invalidation-effects.tsx';
import { InvalidationHistory } from './invalidation-history.tsx';
import { NothingChosen } from './nothing-chosen.tsx';
import { type DeviceSignal, quantitiesOf, validatedPoints } from './validated-points.ts';

/** More charts than these are not read; the action is for all chosen devices. */
const MOST_CHARTS = 12;

/** Values that users declare invalid or restore: chosen on a chart or typed, for any number of devices. */
export function DataInvalidationScreen() {
  const { formatMessage } = useIntl();
  const segmentIds = useSelectedSegmentIds();
  const apCodes = quantitiesOf(useSelectedSignalIds());
  const isReady = segmentIds.length > 0 && apCodes.length > 0;
  return (
    <Screen title={formatMessage({ id: 'Route_data-invalidation' })} subtitle={formatMessage({ id: 'Invalidation_Subtitle' })}>
      {isReady ? <Invalidation segmentIds={segmentIds} apCodes={apCodes} /> : <NothingChosen devices={segmentIds.length} />}
    </Screen>
  );
}

function Invalidation({ segmentIds, apCodes }: { segmentIds: readonly SegmentId[]; apCodes: readonly string[] }) {
  const { formatMessage, formatDate } = useIntl();
  const zone = useViewZone();
  const period = usePeriod(zone);
  const mayInvalidate = hasPermission(useAccess(), 'InvalidateData');
  const signalName = useSignalName();
  const trees = useTrees();
  const nameOf = (segmentId: string): string => findNode(trees, segmentId)?.node.name ?? segmentId;
  const range = useRange(zone);
  const shownIds = segmentIds.slice(0, Math.max(1, Math.floor(MOST_CHARTS / apCodes.length)));
  const values = useQuery(validationQuery({ segmentIds: shownIds, apCodes, ...period }));
  const history = useQuery(invalidationsQuery({ segmentIds, ...period }));
  useSiteChanges((changes) => {
    // What was invalidated is recalculated in the background.
    if (changes.some(({ what }) => what === 'results')) void values.refetch();
  });
  const [action, setAction] = useState<'invalidate' | 'restore' | null>(null);
  const timeText = (instantMs: number): string =>
    formatDate(instantMs, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone });
  return (
    <div className={classes.screen}>
      {mayInvalidate ? (
        <RangeBar range={range} zone={zone} onAction={setAction} />
      ) : (
        <p role="alert" className={classes.note}>
          {formatMessage({ id: 'Invalidation_NotAllowed' })}
        </p>
      )}
      {shownIds.length < segmentIds.length && (
        <p className={classes.note}>
          {formatMessage({ id: 'Invalidation_ChartsLimited' }, { shown: shownIds.length, count: segmentIds.length })}
        </p>
      )}
      <QueryView query={values}>
        {({ series }) => (
          <div className={classes.charts}>
            {shownIds
              .flatMap((segmentId) => apCodes.map((apCode): DeviceSignal => ({ segmentId, apCode })))
              .map((each) => ({ ...each, points: validatedPoints(series, each) }))
              .filter(({ points }) => points.timesMs.length > 0)
              .map(({ segmentId, apCode, points }) => (
                <div key={`${segmentId} ${apCode}`} className={classes.chart}>
                  <ValidationChart
                    title={`${signalName(`${apCode}||Raw`)}, ${nameOf(segmentId)}`}
                    unit={findSignalDefinition(`${apCode}||Raw`)?.unit ?? ''}
                    zone={zone}
                    points={points}
                    isStale={values.isPlaceholderData}
                    range={range.value}
                    onRange={mayInvalidate ? range.set : undefined}
                  />
                </div>
              ))}
            {series.length === 0 && <p className={classes.note}>{formatMessage({ id: 'Invalidation_NoData' })}</p>}
          </div>
        )}
      </QueryView>
      <h2 className={classes.heading}>{formatMessage({ id: 'Invalidation_History' })}</h2>
      <InvalidationHistory items={history.data?.items} query={history} zone={zone} canUndo={mayInvalidate} />
      {action && range.value && (
        <InvalidationDialog
          action={action}
          devices={segmentIds.map((segmentId) => ({ segmentId, name: nameOf(segmentId) }))}
          quantities={apCodes.map((apCode) => ({ apCode, name: signalName(`${apCode}||Raw`) }))}
          startMs={range.value.startMs}
          endMs={range.value.endMs}
          from={timeText(range.value.startMs)}
          to={timeText(range.value.endMs)}
          changedKeys={[invalidationKeys.all]}
          effects={(order) => <InvalidationEffects order={order} />}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  );
}

interface Range {
  startMs: number;
  endMs: number;
}

/** One range, drawn on a chart or typed on the clock of the site. */
function useRange(zone: string) {
  const [typed, setTyped] = useState<{ from: TypedTime; to: TypedTime }>({ from: NO_TIME, to: NO_TIME });
  const [startMs, endMs] = [instantOf(readMoment(typed.from, zone)), instantOf(readMoment(typed.to, zone))];
  const isEmpty = startMs !== undefined && endMs !== undefined && endMs <= startMs;
  const value: Range | null = startMs === undefined || endMs === undefined || isEmpty ? null : { startMs, endMs };
  return {
    typed,
    setTyped,
    value,
    isEmpty,
    set: (range: Range | null) =>
      setTyped(range ? { from: toTypedTime(range.startMs, zone), to: toTypedTime(range.endMs, zone) } : { from: NO_TIME, to: NO_TIME }),
  };
}

interface RangeBarProps {
  range: ReturnType<typeof useRange>;
  zone: string;
  onAction: (action: 'invalidate' | 'restore') => void;
}

function RangeBar({ range, zone, onAction }: RangeBarProps) {
  const { formatMessage } = useIntl();
  const { typed, setTyped, value, isEmpty } = range;
  return (
    <div className={classes.bar}>
      <LocalTimeField
        label={formatMessage({ id: 'Invalidation_From' })}
        zone={zone}
        value={typed.from}
        isRequired={false}
        onChange={(from) => setTyped({ ...typed, from })}
      />
      <LocalTimeField
        label={formatMessage({ id: 'Invalidation_To' })}
        zone={zone}
        value={typed.to}
        isRequired={false}
        error={isEmpty ? formatMessage({ id: 'Common_Validation_PeriodEmpty' }) : undefined}
        onChange={(to) => setTyped({ ...typed, to })}
      />
      <div className={classes.actions}>
        <Button color="danger" leftSection={<IconBan size={16} />} disabled={value === null} onClick={() => onAction('invalidate')}>
          {formatMessage({ id: 'Invalidation_Action_invalidate' })}
        </Button>
        <Button variant="default" leftSection={<IconRestore size={16} />} disabled={value === null} onClick={() => onAction('restore')}>
          {formatMessage({ id: 'Invalidation_Action_restore' })}
        </Button>
        <p className={classes.note}>{formatMessage({ id: value ? 'Invalidation_Chosen' : 'Invalidation_Choose' })}</p>
      </div>
    </div>
  );
}

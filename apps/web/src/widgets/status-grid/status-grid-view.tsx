import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { DeviceStateMark } from '../../shared/device-states/device-state-mark.tsx';
import { StateCells, StateField } from '../../shared/device-states/state-cells.tsx';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { useSetFocus } from '../../shared/widgets/use-focus.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import { openDetails } from '../../workspace/details.ts';
import classes from './status-grid.module.css';
import { DENSE_ABOVE, type StatusGridProps, stateGroups } from './status-grid.ts';

/** Tiles, or one shape per device where there are many. */
export default function StatusGridView({ settings, page, data }: StatusGridProps) {
  const { formatMessage } = useIntl();
  const texts = useStateTexts();
  const setFocus = useSetFocus();
  const groups = useMemo(() => stateGroups({ settings, page, data }), [settings, page, data]);
  const items = groups.flatMap((group) => group.items);
  if (items.length === 0) return <p className={widgetClasses.none}>{formatMessage({ id: 'DeviceState_None' })}</p>;
  const siteOf = (siteId: string) => page.sites.find((site) => site.siteId === siteId);
  const look = settings.cells === 'dense' || items.length > DENSE_ABOVE ? 'dot' : 'tile';
  const second = settings.second === 'none' || settings.second === 'age' ? settings.second : 'reading';
  const chosenId = page.focus?.segmentId;
  const open = ({ siteId, segmentId }: (typeof items)[number]): void => {
    const site = siteOf(siteId);
    if (site) openDetails({ kind: 'deviceState', siteSegmentId: site.siteSegmentId, segmentId });
  };
  return (
    <StateField
      label={formatMessage({ id: 'DeviceState_Table' })}
      items={items}
      nowMs={data.states.nowMs}
      zoneOf={(siteId) => siteOf(siteId)?.metadata.timezone ?? 'UTC'}
      currencyOf={(siteId) => siteOf(siteId)?.currency ?? null}
      onChoose={({ segmentId }) => setFocus(segmentId)}
      onMark={({ event }) => event && openDetails({ kind: 'event', eventId: event.eventId, tab: 'summary' })}
      onEscape={page.focus ? () => setFocus(null) : undefined}
      onOpen={open}
    >
      {(stopId) =>
        groups.map(({ id, name, state, items: members }) => (
          <section key={id} className={classes.group} aria-label={name}>
            {name !== undefined && (
              <h3>
                <DeviceStateMark state={state} size={11} /> {name} <small>{texts.state(state)}</small>
              </h3>
            )}
            <StateCells items={members} look={look} second={second} nowMs={data.states.nowMs} chosenId={chosenId} stopId={stopId} />
          </section>
        ))
      }
    </StateField>
  );
}

import type { Event } from '@solvane/contract/events';
import type { SiteId } from '@solvane/contract/ids';
import { decimalText, moneyText } from '@solvane/i18n/number-text';
import { ROW_LINK } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { EventMark } from '../../../shared/events/event-mark.tsx';
import { durationText, lostEnergyText } from '../../../shared/events/event-text.ts';
import { PartialValue } from '../../../shared/events/partial-value.tsx';
import { type EventLabels, useEventLabels } from '../../../shared/events/use-event-labels.ts';
import { useEventTimes } from '../../../shared/events/use-event-time.ts';
import { useSiteCurrencies } from '../../../shared/fleet/use-site-currencies.ts';
import { type NoValueText, useNoValueText } from '../../../shared/text/use-no-value-text.ts';
import type { ColumnId } from './columns.ts';
import classes from './event-cell.module.css';

/** The user's language, asked for once for all cells. */
export interface CellLabels {
  locale: string;
  formatMessage: IntlShape['formatMessage'];
  time: (instantMs: number, timeZone: string) => string;
  words: EventLabels;
  currencyOf: (siteId: SiteId) => string | null;
  noValueText: NoValueText;
  /** Names of columns and units stand above the cells. */
  hasHeads: boolean;
}

export function useCellLabels(): CellLabels {
  const { locale, formatMessage } = useIntl();
  const time = useEventTimes();
  const words = useEventLabels();
  const currencyOf = useSiteCurrencies();
  const noValueText = useNoValueText();
  return useMemo(
    () => ({ locale, formatMessage, time, words, currencyOf, noValueText, hasHeads: true }),
    [locale, formatMessage, time, words, currencyOf, noValueText],
  );
}

type Cell = (event: Event, words: CellLabels) => ReactNode;

/** What each column says of an event. Plain functions: a component per cell would be most of the work of a row that scrolls into view. */
export const CELLS: Readonly<Record<ColumnId, Cell>> = {
  type: ({ type }, { words }) => <EventMark type={type} label={words.type(type)} />,
  start: startCell,
  end: (event, words) => timeCell(event, event.endMs, words),
  device: deviceCell,
  code: codeCell,
  // A card has no code: its line says what happened.
  category: (event, { words, hasHeads }) => (hasHeads ? words.category(event.category) : words.title(event)),
  priority: ({ priority }) => priority,
  duration: durationCell,
  lostEnergy: lostEnergyCell,
  lostPower: lostPowerCell,
  revenueLoss: revenueLossCell,
  acknowledged: acknowledgedCell,
  acknowledgedBy: ({ acknowledged }) => acknowledged?.by ?? '',
  comments: ({ commentCount }) => (commentCount === 0 ? '' : commentCount),
  energyType: ({ energyType }, { formatMessage }) => formatMessage({ id: `EnergyType_${energyType}` }),
  origin: ({ origin }, { formatMessage }) => formatMessage({ id: `EventDetails_Origin_${origin}` }),
  reset: ({ resetState }, { formatMessage }) => (resetState === null ? '' : formatMessage({ id: `EventLog_Reset_${resetState}` })),
};

/** The full text of a cell, shown on hover. */
export function cellTitle(column: ColumnId, event: Event, words: EventLabels): string | undefined {
  if (column === 'code') return event.codeText === '' ? words.code(event.code) : `${event.code} ${event.codeText}`;
  return column === 'category' ? words.category(event.category) : undefined;
}

function timeCell({ timezone }: Event, instantMs: number | null, { formatMessage, time }: CellLabels): ReactNode {
  return instantMs === null ? <b>{formatMessage({ id: 'EventLog_Open' })}</b> : time(instantMs, timezone);
}

/** Without a column for the end, the start says whether the event is open. */
function startCell(event: Event, words: CellLabels): ReactNode {
  const start = timeCell(event, event.startMs, words);
  if (words.hasHeads || event.endMs !== null) return start;
  return (
    <>
      {start} · {timeCell(event, null, words)}
    </>
  );
}

/** A link, so that the page of the event can be opened beside the log. */
function deviceCell({ eventId, siteName, deviceName, affectedDeviceCount }: Event, { formatMessage }: CellLabels): ReactNode {
  // Of a whole site the number of its devices says enough.
  const wholeSite = affectedDeviceCount > 1 ? '' : formatMessage({ id: 'EventLog_WholeSite' });
  const device = deviceName === siteName ? wholeSite : deviceName;
  return (
    <a href={`/event-log/${eventId}`} className={classes.open} {...ROW_LINK}>
      <b>{siteName}</b> {device}
      {affectedDeviceCount > 1 && (
        <span className={classes.quiet}> {formatMessage({ id: 'EventLog_Devices' }, { count: affectedDeviceCount })}</span>
      )}
    </a>
  );
}

/** The number of a code tells only who knows it by heart. */
function codeCell({ code, codeText }: Event): ReactNode {
  if (codeText === '') return code;
  return (
    <>
      {code} <span className={classes.quiet}>{codeText}</span>
    </>
  );
}

function durationCell({ durationMs, endMs }: Event, { locale }: CellLabels): ReactNode {
  const text = durationText(durationMs, locale);
  return endMs === null ? <b>{text}</b> : text;
}

function lostEnergyCell(event: Event, { formatMessage, locale, noValueText, hasHeads }: CellLabels): ReactNode {
  const { lostEnergyKwh, leftOutIntervals, isLossPending, isLowConfidence } = event;
  const text = `${lostEnergyText(lostEnergyKwh, locale)}${hasHeads || lostEnergyKwh === null ? '' : '\u2009MWh'}`;
  if (isLossPending) return <ReasonedValue reason={formatMessage({ id: 'EventLog_LossPending' })}>≈ {text}</ReasonedValue>;
  const isDoubtful = isLowConfidence && lostEnergyKwh !== null;
  const reasons = [
    ...(lostEnergyKwh === null ? [noValueText(['noLoss'])] : []),
    ...(isDoubtful ? [`${formatMessage({ id: 'Events_LowConfidence' })}. ${formatMessage({ id: 'Events_LowConfidence_Why' })}`] : []),
    ...(leftOutIntervals > 0 ? [formatMessage({ id: 'EventLosses_LeftOut' }, { count: leftOutIntervals })] : []),
  ];
  return (
    <PartialValue
      text={isDoubtful ? `≈ ${text}` : text}
      reason={reasons.join('\n')}
      isPartial={leftOutIntervals > 0 && lostEnergyKwh !== null}
    />
  );
}

function revenueLossCell(event: Event, { formatMessage, locale, currencyOf, noValueText }: CellLabels): ReactNode {
  const { revenueLoss, lostEnergyKwh, siteId, lossDays, unpricedDays } = event;
  if (revenueLoss === null) return <ReasonedValue reason={noValueText([lostEnergyKwh === null ? 'noLoss' : 'noPrice'])} />;
  const text = moneyText(revenueLoss, { currency: currencyOf(siteId), locale });
  const reason = unpricedDays === 0 ? '' : formatMessage({ id: 'EventLosses_Unpriced' }, { days: unpricedDays, of: lossDays });
  return <PartialValue text={text} reason={reason} isPartial />;
}

function lostPowerCell({ lostEnergyKwh, durationMs }: Event, { locale, noValueText, hasHeads }: CellLabels): ReactNode {
  const isKnown = lostEnergyKwh !== null && durationMs !== 0;
  if (!isKnown) return <ReasonedValue reason={noValueText([lostEnergyKwh === null ? 'noLoss' : 'noDuration'])} />;
  const text = decimalText((lostEnergyKwh / durationMs) * 3_600, { digits: 3, locale });
  return hasHeads ? text : `${text}\u2009MW`;
}

function acknowledgedCell({ acknowledged }: Event, { formatMessage }: CellLabels): ReactNode {
  return acknowledged ? (
    <IconCheck size={14} aria-label={formatMessage({ id: 'EventLog_AcknowledgedBy' }, { by: acknowledged.by })} />
  ) : (
    <span className={classes.dot} role="img" aria-label={formatMessage({ id: 'EventLog_NotAcknowledged' })} />
  );
}

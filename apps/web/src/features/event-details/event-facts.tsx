import type { EventDetails } from '@solvane/contract/events';
import type { MessageKey } from '@solvane/i18n/messages';
import { decimalText, moneyText } from '@solvane/i18n/number-text';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { durationPhrase, lostEnergyText } from '../../shared/events/event-text.ts';
import { LeftOutNote } from '../../shared/events/left-out-note.tsx';
import { UnpricedNote } from '../../shared/events/unpriced-note.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useDatedEventTime } from '../../shared/events/use-event-time.ts';
import { useSiteCurrencies } from '../../shared/fleet/use-site-currencies.ts';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import { zoneName } from '../../shared/time/zone-name.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import classes from './event-details.module.css';

const HOUR_MS = 3_600_000;

/** Twelve facts, the same place for each event. */
export function EventFacts({ details: { event, members } }: { details: EventDetails }) {
  const { formatMessage, locale } = useIntl();
  const words = useEventLabels();
  const noValueText = useNoValueText();
  const time = useDatedEventTime(event.timezone, useNowMs());
  const currency = useSiteCurrencies()(event.siteId);
  const { lostEnergyKwh, revenueLoss, durationMs } = event;
  const isRunning = event.endMs === null;
  const perHour = lostEnergyKwh === null || durationMs === 0 ? null : lostEnergyKwh / (durationMs / HOUR_MS);
  return (
    <dl className={classes.facts}>
      <Fact label="EventDetails_StartIn" values={{ zone: zoneName(event.startMs, locale, event.timezone) }}>
        {time(event.startMs)}
      </Fact>
      <Fact label="EventDetails_End">{event.endMs === null ? <b>{formatMessage({ id: 'EventDetails_Open' })}</b> : time(event.endMs)}</Fact>
      <Fact label="EventDetails_Duration">
        <b>{durationPhrase(durationMs, locale)}</b>
      </Fact>
      <Fact label="EventDetails_Acknowledged">
        {event.acknowledged ? (
          formatMessage({ id: 'EventDetails_AcknowledgedBy' }, { by: event.acknowledged.by, at: time(event.acknowledged.atMs) })
        ) : (
          <span className={classes.unacknowledged}>{formatMessage({ id: 'EventDetails_NotYet' })}</span>
        )}
      </Fact>
      <Fact label="EventDetails_LostEnergy">
        {lostEnergyKwh === null ? (
          <ReasonedValue reason={noValueText(['noLoss'])} />
        ) : (
          <>
            <b>{lostEnergyText(lostEnergyKwh, locale)}</b> MWh
          </>
        )}
        <LeftOutNote intervals={event.leftOutIntervals} />
      </Fact>
      <Fact label="EventDetails_RevenueLoss">
        {revenueLoss === null ? (
          <ReasonedValue
            reason={lostEnergyKwh === null ? noValueText(['noLoss']) : formatMessage({ id: 'EventDetails_Basis_Price_none' })}
          />
        ) : (
          <>
            <b>{moneyText(revenueLoss, { currency, locale })}</b>
            <UnpricedNote days={event.unpricedDays} of={event.lossDays} />
          </>
        )}
      </Fact>
      <Fact label={isRunning ? 'EventDetails_LosingNow' : 'EventDetails_LostPerHour'}>
        {perHour === null ? (
          <ReasonedValue reason={noValueText([lostEnergyKwh === null ? 'noLoss' : 'noDuration'])} />
        ) : (
          `${decimalText(perHour, { digits: 0, locale })} kW`
        )}
      </Fact>
      <Fact label="EventDetails_Devices">{String(Math.max(1, members.length))}</Fact>
      <Fact label="EventDetails_Category">{words.category(event.category)}</Fact>
      <Fact label="EventDetails_Code">{words.code(event.code)}</Fact>
      <Fact label="EventDetails_Priority">{String(event.priority)}</Fact>
      <Fact label="EventDetails_Origin">
        {formatMessage({ id: `EventDetails_Origin_${event.origin}` })}
        {event.isLowConfidence && (
          <span title={formatMessage({ id: 'Events_LowConfidence_Why' })}> · {formatMessage({ id: 'Events_LowConfidence' })}</span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, values, children }: { label: MessageKey; values?: Record<string, string>; children: ReactNode }) {
  const { formatMessage } = useIntl();
  return (
    <div>
      <dt>{formatMessage({ id: label }, values)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

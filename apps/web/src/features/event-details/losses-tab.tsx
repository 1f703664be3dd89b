import type { LossBasis } from '@solvane/contract/event-losses';
import type { Event, EventDetails } from '@solvane/contract/events';
import { decimalText, moneyText } from '@solvane/i18n/number-text';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { UnpricedNote } from '../../shared/events/unpriced-note.tsx';
import { useSiteCurrencies } from '../../shared/fleet/use-site-currencies.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { lossBasisQuery, restOf } from './event-losses.queries.ts';
import { LossDays } from './loss-days.tsx';
import prose from './prose.module.css';
import classes from './records.module.css';

/** How the number came to be: what was expected and by which method, what was produced, what is this event's, at which price; then day by day. */
export function LossesTab({ details }: { details: EventDetails }) {
  const { formatMessage } = useIntl();
  const { event, losses } = details;
  const { data, error, refetch } = useQuery(lossBasisQuery(event));
  return (
    <>
      <p className={prose.sentence}>{formatMessage({ id: `EventDetails_Losses_${losses.method}` })}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <dl className={classes.basis}>
          <EnergyRows event={event} basis={data} />
          <MethodRow basis={data} />
          <ReferenceRow basis={data} />
          <PriceRow event={event} basis={data} days={losses.days} />
        </dl>
      )}
      {losses.days.length > 0 && <LossDays details={details} />}
    </>
  );
}

/** Expected less produced, and how much of it is this event's. */
function EnergyRows({ event, basis: { expectedKwh, producedKwh } }: { event: Event; basis: LossBasis }) {
  const { formatMessage, locale } = useIntl();
  if (expectedKwh === null || event.lostEnergyKwh === null) return null;
  const mwh = (kwh: number | null) => `${lostEnergyText(kwh, locale)}\u202fMWh`;
  const restKwh = restOf(event.lostEnergyKwh, expectedKwh, producedKwh);
  return (
    <>
      <Row label={formatMessage({ id: 'EventDetails_Basis_Expected' })}>{mwh(expectedKwh)}</Row>
      <Row label={formatMessage({ id: 'EventDetails_Basis_Produced' })}>
        {producedKwh === null
          ? formatMessage({ id: 'EventDetails_Basis_NotMeasured' })
          : `${producedKwh < 0 ? '+' : '\u2212'}\u202f${mwh(Math.abs(producedKwh))}`}
      </Row>
      {restKwh !== 0 && (
        <Row label={formatMessage({ id: 'EventDetails_Basis_Rest' })} help={formatMessage({ id: 'EventDetails_Basis_Rest_Help' })}>
          {restKwh > 0 ? `\u2212\u202f${mwh(restKwh)}` : `+\u202f${mwh(-restKwh)}`}
        </Row>
      )}
      <Row label={formatMessage({ id: 'EventDetails_LostEnergy' })} isSum>
        {mwh(event.lostEnergyKwh)}
      </Row>
    </>
  );
}

function MethodRow({ basis: { methods } }: { basis: LossBasis }) {
  const { formatMessage, formatNumber } = useIntl();
  if (methods.length === 0) return null;
  return (
    <Row label={formatMessage({ id: 'EventDetails_Basis_Method' })}>
      {methods
        .map(({ method, share }) => {
          const name = formatMessage({ id: `ExpectedMethod_${method}` });
          return methods.length === 1 ? name : `${name} (${formatNumber(share, { style: 'percent', maximumFractionDigits: 0 })})`;
        })
        .join(', ')}
    </Row>
  );
}

function ReferenceRow({ basis: { methods, references, referenceCount } }: { basis: LossBasis }) {
  const { formatMessage } = useIntl();
  if (methods.length === 0) return null;
  const names = references.map(({ name }) => name).join(', ');
  const more = referenceCount - references.length;
  return (
    <Row label={formatMessage({ id: 'EventDetails_Basis_References' })}>
      {referenceCount === 0 && formatMessage({ id: 'EventDetails_Basis_References_None' })}
      {referenceCount > 0 && (more > 0 ? formatMessage({ id: 'EventDetails_Basis_References_More' }, { names, count: more }) : names)}
    </Row>
  );
}

interface PriceRowProps {
  event: Event;
  basis: LossBasis;
  days: EventDetails['losses']['days'];
}

function PriceRow({ event: { siteId, revenueLoss, lossDays, unpricedDays }, basis: { price }, days }: PriceRowProps) {
  const { formatMessage, locale } = useIntl();
  const meanPerMwh = meanPriceOf(days);
  // A site without prices of its own may send them as a signal.
  const kind = price?.kind ?? (meanPerMwh === null ? 'none' : 'signal');
  const ofSite = useSiteCurrencies()(siteId);
  const currency = price?.currency ?? ofSite;
  const figure = decimalText(price?.perMwh ?? meanPerMwh, { digits: 2, locale });
  return (
    <>
      <Row label={formatMessage({ id: 'EventDetails_Basis_Price' })}>
        {formatMessage({ id: `EventDetails_Basis_Price_${kind}` }, { price: `${figure}\u202f${currency ?? ''}/MWh` })}
        {kind !== 'none' && unpricedDays > 0 && (
          <span className={classes.missing}>
            {formatMessage({ id: 'EventDetails_Basis_Price_missing' }, { days: unpricedDays, of: lossDays })}
          </span>
        )}
      </Row>
      {revenueLoss !== null && (
        <Row label={formatMessage({ id: 'EventDetails_RevenueLoss' })} isSum>
          {moneyText(revenueLoss, { currency, locale })}
          <UnpricedNote days={unpricedDays} of={lossDays} />
        </Row>
      )}
    </>
  );
}

/** Mean price of the days that have one for all of their loss. null: none has. */
function meanPriceOf(days: PriceRowProps['days']): number | null {
  let energyKwh = 0;
  let revenue = 0;
  for (const day of days) {
    if (day.lostEnergyKwh === null || day.lostEnergyKwh <= 0 || day.revenueLoss === null || day.unpricedIntervals > 0) continue;
    energyKwh += day.lostEnergyKwh;
    revenue += day.revenueLoss;
  }
  return energyKwh > 0 ? (revenue / energyKwh) * 1_000 : null;
}

function Row({ label, help, isSum = false, children }: { label: string; help?: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div data-sum={isSum || undefined}>
      <dt>
        {label}
        {help !== undefined && <span>{help}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

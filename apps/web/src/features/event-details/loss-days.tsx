import type { EventDetails } from '@solvane/contract/events';
import { moneyText } from '@solvane/i18n/number-text';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { LeftOutNote } from '../../shared/events/left-out-note.tsx';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { useSiteCurrencies } from '../../shared/fleet/use-site-currencies.ts';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import prose from './prose.module.css';
import classes from './records.module.css';

/** The losses of each day, and what changed in days that were settled already. */
export function LossDays({ details: { event, losses } }: { details: EventDetails }) {
  const { formatMessage } = useIntl();
  const currency = useSiteCurrencies()(event.siteId);
  const day = useDayText();
  return (
    <>
      <table className={classes.table} data-narrow aria-label={formatMessage({ id: 'EventDetails_ByDay' })}>
        <thead>
          <tr>
            <th scope="col">{formatMessage({ id: 'EventDetails_Day' })}</th>
            <th scope="col" className={classes.number}>
              {formatMessage({ id: 'EventLog_Column_Lost' })}
            </th>
            <th scope="col" className={classes.number}>
              {formatMessage({ id: 'EventLog_Column_Revenue' })}
            </th>
          </tr>
        </thead>
        <tbody>
          {losses.days.map((each) => (
            <tr key={each.day}>
              <td>{day(each.day)}</td>
              <Figures figures={each} currency={currency} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{formatMessage({ id: 'EventDetails_Sum' })}</th>
            <Figures figures={event} currency={currency} />
          </tr>
        </tfoot>
      </table>
      {losses.corrections.length > 0 && <Corrections details={{ event, losses }} />}
    </>
  );
}

interface FiguresProps {
  figures: Pick<EventDetails['event'], 'lostEnergyKwh' | 'revenueLoss' | 'leftOutIntervals'>;
  currency: string | null;
}

/** Energy and money of a day or of all of them; what is not known says why. */
function Figures({ figures: { lostEnergyKwh, revenueLoss, leftOutIntervals }, currency }: FiguresProps) {
  const { locale } = useIntl();
  const noValueText = useNoValueText();
  return (
    <>
      <td className={classes.number}>
        <ReasonedValue reason={lostEnergyKwh === null ? noValueText(['noLoss']) : undefined}>
          {lostEnergyText(lostEnergyKwh, locale)}
        </ReasonedValue>
        <LeftOutNote intervals={leftOutIntervals} />
      </td>
      <td className={classes.number}>
        <ReasonedValue reason={revenueLoss === null ? noValueText([lostEnergyKwh === null ? 'noLoss' : 'noPrice']) : undefined}>
          {moneyText(revenueLoss, { currency, locale })}
        </ReasonedValue>
      </td>
    </>
  );
}

/** Days that were settled keep what was reported; each difference stands beside it. */
function Corrections({ details: { event, losses } }: { details: Pick<EventDetails, 'event' | 'losses'> }) {
  const { formatMessage, locale } = useIntl();
  const currency = useSiteCurrencies()(event.siteId);
  const day = useDayText();
  const time = useEventTime(event.timezone);
  return (
    <section>
      <h4 className={prose.section}>{formatMessage({ id: 'EventDetails_Corrections' })}</h4>
      <table className={classes.table} data-narrow>
        <tbody>
          {losses.corrections.map((each) => (
            <tr key={`${each.day} ${each.atMs}`}>
              <td>{day(each.day)}</td>
              <td>{formatMessage({ id: 'EventDetails_Correction_At' }, { at: time(each.atMs) })}</td>
              <td className={classes.number}>{signed(each.lostEnergyKwh, lostEnergyText(each.lostEnergyKwh, locale))}</td>
              <td className={classes.number}>{signed(each.revenueLoss, moneyText(each.revenueLoss, { currency, locale }))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function signed(value: number, text: string): string {
  return value > 0 ? `+${text}` : text;
}

function useDayText(): (day: string) => string {
  const { formatDate } = useIntl();
  // A date without a clock: noon of it is the same date everywhere it is written.
  return (day) => formatDate(`${day}T12:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
}

import type { EventDetails } from '@solvane/contract/events';
import { moneyText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { LeftOutNote } from '../../shared/events/left-out-note.tsx';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import { useSiteCurrencies } from '../../shared/fleet/use-site-currencies.ts';
import prose from './prose.module.css';
import classes from './records.module.css';

/** The losses of each day, and what changed in days that were settled already. */
export function LossDays({ details: { event, losses } }: { details: EventDetails }) {
  const { formatMessage, locale } = useIntl();
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
              <td className={classes.number}>
                {lostEnergyText(each.lostEnergyKwh, locale)}
                <LeftOutNote intervals={each.leftOutIntervals} />
              </td>
              <td className={classes.number}>{moneyText(each.revenueLoss, { currency, locale })}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{formatMessage({ id: 'EventDetails_Sum' })}</th>
            <td className={classes.number}>
              {lostEnergyText(event.lostEnergyKwh, locale)}
              <LeftOutNote intervals={event.leftOutIntervals} />
            </td>
            <td className={classes.number}>{moneyText(event.revenueLoss, { currency, locale })}</td>
          </tr>
        </tfoot>
      </table>
      {losses.corrections.length > 0 && <Corrections details={{ event, losses }} />}
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

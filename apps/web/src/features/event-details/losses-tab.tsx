import type { EventDetails } from '@solvane/contract/events';
import { useIntl } from 'react-intl';
import { lostEnergyText, moneyText } from '../../shared/events/event-text.ts';
import classes from './event-details.module.css';

/** How the number came to be, day by day. */
export function LossesTab({ details: { event, losses } }: { details: EventDetails }) {
  const { formatMessage, formatDate, locale } = useIntl();
  return (
    <>
      <p className={classes.sentence}>{formatMessage({ id: `EventDetails_Losses_${losses.method}` })}</p>
      {losses.days.length > 0 && (
        <table className={classes.table}>
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
            {losses.days.map(({ day, lostEnergyKwh, revenueLoss }) => (
              <tr key={day}>
                {/* A date without a clock: noon of it is the same date everywhere it is written. */}
                <td>{formatDate(`${day}T12:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })}</td>
                <td className={classes.number}>{lostEnergyText(lostEnergyKwh, locale)}</td>
                <td className={classes.number}>{moneyText(revenueLoss, locale)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{formatMessage({ id: 'EventDetails_Sum' })}</th>
              <td className={classes.number}>{lostEnergyText(event.lostEnergyKwh, locale)}</td>
              <td className={classes.number}>{moneyText(event.revenueLoss, locale)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </>
  );
}

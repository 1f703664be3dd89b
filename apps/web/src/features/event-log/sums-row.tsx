import type { EventTotals } from '@solvane/contract/events';
import { useIntl } from 'react-intl';
import { hoursText, lostEnergyText, moneyText } from '../../shared/events/event-text.ts';
import classes from './event-log.module.css';

/** Sums of the whole result, pinned above their columns. */
export function SumsRow({ totals }: { totals: EventTotals }) {
  const { formatMessage, locale } = useIntl();
  return (
    <tr className={classes.sums} aria-rowindex={2}>
      <td colSpan={2} />
      <th scope="row" colSpan={4} className={classes.sumsName}>
        {formatMessage({ id: 'EventLog_Sums' }, { count: totals.count, unacknowledged: totals.unacknowledged })}
      </th>
      <td data-column="duration" className={classes.number}>
        {hoursText(totals.durationMs, locale)}
      </td>
      <td data-column="lostEnergy" className={classes.number}>
        {lostEnergyText(totals.lostEnergyKwh, locale)}
      </td>
      <td data-column="revenueLoss" className={classes.number}>
        {moneyText(totals.revenueLoss, locale)}
      </td>
      <td data-column="attention" />
    </tr>
  );
}

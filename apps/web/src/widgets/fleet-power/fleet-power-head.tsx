import type { fleetPowerQueries } from '@solvane/contract/widgets/fleet-power';
import { useIntl } from 'react-intl';
import type { WidgetProps } from '../../shared/widgets/define-widget.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';

/** How many sites have power, and the time zone of the axis. */
export function FleetPowerHead({ page: { sites, zone }, data: { power } }: WidgetProps<unknown, ReturnType<typeof fleetPowerQueries>>) {
  const { formatMessage } = useIntl();
  const count = power.series.filter(({ values }) => values.some((value) => value !== null)).length;
  const id = count === sites.length ? 'Home_Power_Of' : 'Home_Power_OfSome';
  return <span className={widgetClasses.quiet}>{formatMessage({ id }, { count, total: sites.length, zone })}</span>;
}

import { useIntl } from 'react-intl';
import classes from './key-metric.module.css';

/** More are in the table. */
const SHOWN_GROUPS = 4;

/** The value of each group of sites, below that of all. */
export default function MetricGroups({ groups }: { groups: readonly { key: string; name: string; text: string }[] }) {
  const { formatMessage } = useIntl();
  const left = groups.length - SHOWN_GROUPS;
  return (
    <ul className={classes.groups}>
      {groups.slice(0, SHOWN_GROUPS).map(({ key, name, text }) => (
        <li key={key}>
          <span>{name}</span> {text}
        </li>
      ))}
      {left > 0 && <li>{formatMessage({ id: 'KeyMetric_MoreGroups' }, { count: left })}</li>}
    </ul>
  );
}

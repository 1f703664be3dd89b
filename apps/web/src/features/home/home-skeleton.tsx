import { useIntl } from 'react-intl';
import classes from './home.module.css';

/** The shape of Home while it loads. */
export function HomeSkeleton() {
  const { formatMessage } = useIntl();
  return (
    <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })}>
      <div className={classes.skeletonStrip} />
      <div className={classes.widget}>
        <div className={classes.widgetHead} />
        {Array.from({ length: 12 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else
          <div key={row} className={classes.skeletonRow} />
        ))}
      </div>
    </div>
  );
}

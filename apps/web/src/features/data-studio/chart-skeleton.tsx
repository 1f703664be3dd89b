import { useIntl } from 'react-intl';
import classes from './data-studio.module.css';

/** The shape of the chart to come. Shows after a moment only: most charts are there before. */
export function ChartSkeleton() {
  const { formatMessage } = useIntl();
  return (
    <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })}>
      <svg viewBox="0 0 800 240" preserveAspectRatio="none" aria-hidden="true">
        {[20, 72, 124, 176].map((y) => (
          <rect key={y} x="12" y={y} width="28" height="8" rx="4" />
        ))}
        <path d="M52 210 C 180 210, 240 60, 400 40 S 640 210, 780 210" />
      </svg>
      {[0, 1, 2].map((row) => (
        <div key={row} className={classes.skeletonRow} />
      ))}
    </div>
  );
}

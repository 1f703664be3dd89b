import type { ResponseOf } from '@solvane/contract/endpoint';
import type { demoEndpoints } from '@solvane/contract/system';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import classes from './home.module.css';

const TEXTS = { recent: 'Home_Demo_Recent', history: 'Home_Demo_History', live: 'Home_Demo_Live' } as const;

/** How far the demo is loaded, and where to read what is in it. Nothing where there is no demo. */
export function DemoBanner({ progress: { stage, share } }: { progress: ResponseOf<typeof demoEndpoints.progress> }) {
  const { formatMessage } = useIntl();
  if (stage === 'off') return null;
  const text = formatMessage({ id: TEXTS[stage] }, { share });
  return (
    <div className={classes.demo} role="status">
      <span>{text}</span>
      {stage !== 'live' && <progress value={share} aria-label={text} />}
      <Link to="/demo-faults">{formatMessage({ id: 'Home_Demo_Faults' })}</Link>
    </div>
  );
}

import { useIntl } from 'react-intl';
import type { SiteNow } from '../fleet/fleet-now.ts';
import { STATE_NAMES, StateMark } from '../fleet/state-mark.tsx';
import { useTypeName } from '../text/use-type-name.ts';
import { EventMark } from './event-mark.tsx';
import classes from './site-mark.module.css';

/** The most decisive open event of a site, else the state that its power shows. */
export function SiteMark({ site: { state, openByType } }: { site: Pick<SiteNow, 'state' | 'openByType'> }) {
  const { formatMessage } = useIntl();
  const nameOf = useTypeName();
  const [worst] = openByType;
  const name = worst ? nameOf(worst.type) : formatMessage({ id: STATE_NAMES[state] });
  return (
    <span className={classes.mark} role="img" aria-label={name} title={name}>
      {worst ? <EventMark type={worst.type} /> : <StateMark state={state} />}
    </span>
  );
}

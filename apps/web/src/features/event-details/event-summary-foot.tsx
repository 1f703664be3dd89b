import type { EventDetails } from '@solvane/contract/events';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { lostEnergyText } from '../../shared/events/event-text.ts';
import { useEventTime } from '../../shared/events/use-event-time.ts';
import classes from './event-details.module.css';
import { lossBasisQuery, restOf } from './event-losses.queries.ts';
import prose from './prose.module.css';

interface EventSummaryFootProps {
  details: EventDetails;
  onTab: (tab: 'losses' | 'comments') => void;
}

/** The sentence that derives the loss, and the last comment; both lead to more. */
export function EventSummaryFoot({ details, onTab }: EventSummaryFootProps) {
  const time = useEventTime(details.event.timezone);
  const last = details.comments.at(-1);
  return (
    <>
      <LossSentence details={details} onMore={() => onTab('losses')} />
      {last && (
        <button type="button" className={classes.lastComment} onClick={() => onTab('comments')}>
          <b>{last.author}</b> <span className={prose.quiet}>{time(last.atMs)}</span>
          <span className={prose.text}>{last.text}</span>
        </button>
      )}
    </>
  );
}

function LossSentence({ details: { event }, onMore }: { details: EventDetails; onMore: () => void }) {
  const { formatMessage, locale } = useIntl();
  const { data } = useQuery({ ...lossBasisQuery(event), enabled: event.lostEnergyKwh !== null });
  if (!data || data.expectedKwh === null || event.lostEnergyKwh === null) return null;
  const restKwh = restOf(event.lostEnergyKwh, data.expectedKwh, data.producedKwh);
  const [first] = data.methods;
  return (
    <p className={prose.sentence}>
      {formatMessage(
        { id: 'EventDetails_LossSentence' },
        {
          lost: lostEnergyText(event.lostEnergyKwh, locale),
          expected: lostEnergyText(data.expectedKwh, locale),
          // What was taken instead of produced is lost as well.
          producedSign: (data.producedKwh ?? 0) < 0 ? '+' : '\u2212',
          produced: lostEnergyText(Math.abs(data.producedKwh ?? 0), locale),
          hasRest: restKwh === 0 ? 'no' : 'yes',
          sign: restKwh > 0 ? '\u2212' : '+',
          rest: lostEnergyText(Math.abs(restKwh), locale),
        },
      )}{' '}
      {first && formatMessage({ id: 'EventDetails_LossMethod' }, { method: formatMessage({ id: `ExpectedMethod_${first.method}` }) })}{' '}
      <button type="button" className={prose.link} onClick={onMore}>
        {formatMessage({ id: 'EventDetails_SeeHow' })}
      </button>
    </p>
  );
}

import type { CodeImpact } from '@solvane/contract/event-codes';
import { decimalText } from '@solvane/i18n/number-text';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { hoursText } from '../../shared/events/event-text.ts';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { ErrorState } from '../../shared/states/error-state.tsx';
import classes from './code-impact-pane.module.css';

interface CodeImpactPaneProps {
  changed: number;
  /** A category among the changes. */
  hasCategories: boolean;
  impact: UseQueryResult<CodeImpact>;
  /** The numbers are those of what was there before the last key. */
  isOld: boolean;
}

/** What saving would do, before it does. */
export function CodeImpactPane({ changed, hasCategories, impact, isOld }: CodeImpactPaneProps) {
  const { formatMessage } = useIntl();
  return (
    <aside className={classes.pane} data-idle={changed === 0 || undefined} aria-label={formatMessage({ id: 'EventCodeSet_Impact' })}>
      <h2 className={classes.title}>{formatMessage({ id: 'EventCodeSet_Impact' })}</h2>
      {changed === 0 ? (
        <p className={classes.quiet}>{formatMessage({ id: 'EventCodeSet_Impact_Nothing' })}</p>
      ) : (
        <>
          {impact.data && (
            <div data-old={isOld || undefined} className={classes.content}>
              <ImpactNumbers impact={impact.data} />
            </div>
          )}
          {impact.error && <ErrorState error={impact.error} onRetry={() => void impact.refetch()} />}
          {!impact.data && !impact.error && (
            <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'EventCodeSet_Impact_Counting' })} />
          )}
          {hasCategories && (
            <p className={classes.warning}>
              <IconAlertTriangle size={16} aria-hidden="true" />
              <span>{formatMessage({ id: 'EventCategorySet_Warning' })}</span>
            </p>
          )}
        </>
      )}
    </aside>
  );
}

function ImpactNumbers({ impact }: { impact: CodeImpact }) {
  const { formatMessage, formatDate, locale } = useIntl();
  const words = useEventLabels();
  const { events, sinceMs, contracts, types, sites, siteCount, readSiteCount, deviceCount } = impact;
  if (events === 0)
    return (
      <p className={classes.quiet} role="status">
        {formatMessage({ id: siteCount === 0 ? 'EventCodeSet_Impact_Unseen' : 'EventCodeSet_Impact_None' })}
      </p>
    );
  const since = sinceMs === null ? '' : formatDate(sinceMs, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return (
    <>
      <p className={classes.sentence} role="status">
        {formatMessage({ id: 'EventCodeSet_Impact_Touches' }, { events, contracts: contracts.length, since })}
      </p>
      <p className={classes.quiet}>
        {formatMessage({ id: 'EventCodeSet_Impact_Where' }, { devices: deviceCount, sites: sites.length })}{' '}
        {readSiteCount < siteCount && formatMessage({ id: 'EventCodeSet_Impact_Partly' }, { read: readSiteCount, all: siteCount })}
      </p>
      <table className={classes.table} aria-label={formatMessage({ id: 'EventCodeSet_Impact_ByType' })}>
        <thead>
          <tr>
            <th scope="col">{formatMessage({ id: 'EventCodeSet_Impact_ByType' })}</th>
            <th scope="col">{formatMessage({ id: 'EventCodeSet_Impact_Now' })}</th>
            <th scope="col">{formatMessage({ id: 'EventCodeSet_Impact_Then' })}</th>
            <th scope="col">{formatMessage({ id: 'EventCodeSet_Impact_Change' })}</th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ eventType, eventsBefore, eventsAfter, durationBeforeMs, durationAfterMs }) => (
            <tr key={eventType}>
              <th scope="row">
                <span className={classes.type}>
                  <EventMark type={eventType} size={11} />
                  <span>{words.type(eventType)}</span>
                </span>
              </th>
              <td>
                {decimalText(eventsBefore, { digits: 0, locale })}
                <small>{hoursText(durationBeforeMs, locale)}</small>
              </td>
              <td>
                <b>{decimalText(eventsAfter, { digits: 0, locale })}</b>
                <small>{hoursText(durationAfterMs, locale)}</small>
              </td>
              <td>
                {signed(eventsAfter - eventsBefore, locale)}
                <small>{signedHours(durationAfterMs - durationBeforeMs, locale)}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {contracts.length > 0 && (
        <>
          <h3 className={classes.section}>{formatMessage({ id: 'EventCodeSet_Impact_Contracts' })}</h3>
          <ul className={classes.list}>
            {contracts.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <h3 className={classes.section}>{formatMessage({ id: 'EventCodeSet_Impact_Sites' })}</h3>
      <ul className={classes.list}>
        {sites.map(({ siteId, name, events: ofSite }) => (
          <li key={siteId}>
            <span>{name}</span>
            <span>{decimalText(ofSite, { digits: 0, locale })}</span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{formatMessage({ id: 'EventCodeSet_Impact_Recompute' })}</p>
    </>
  );
}

function signed(value: number, locale: string): string {
  const text = decimalText(Math.abs(value), { digits: 0, locale });
  if (Math.round(value) === 0) return '0';
  return value > 0 ? `+${text}` : `\u2212${text}`;
}

function signedHours(durationMs: number, locale: string): string {
  const text = hoursText(Math.abs(durationMs), locale);
  if (durationMs === 0) return text;
  return durationMs > 0 ? `+${text}` : `\u2212${text}`;
}

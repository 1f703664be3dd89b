import type { DeviceStateItem, StateChange } from '@solvane/contract/device-states';
import { decimalText, moneyText } from '@solvane/i18n/number-text';
import { useIntl } from 'react-intl';
import { DeviceStateMark } from '../../shared/device-states/device-state-mark.tsx';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { changeRows } from './change-rows.ts';
import classes from './device-state.module.css';

interface LatestChangesProps {
  changes: readonly StateChange[];
  items: readonly DeviceStateItem[];
  nowMs: number;
  siteName: (siteId: string) => string;
  currencyOf: (siteId: string) => string | null;
  onOpen: (segmentId: string) => void;
}

const MOST_ROWS = 12;
const HOUR_MS = 3_600_000;

/** What became another state last, the newest first. */
export function LatestChanges({ changes, items, nowMs, siteName, currencyOf, onOpen }: LatestChangesProps) {
  const { formatMessage, locale } = useIntl();
  const texts = useStateTexts();
  const rows = changeRows(changes, items);
  const inHour = changes.filter(({ atMs }) => nowMs - atMs < HOUR_MS).length;
  return (
    <section className={classes.panel} aria-label={formatMessage({ id: 'DeviceState_Changes' })}>
      <header className={classes.head}>
        <h2>{formatMessage({ id: 'DeviceState_Changes' })}</h2>
        <span className={classes.quiet}>{formatMessage({ id: 'DeviceState_Changes_Count' }, { count: inHour })}</span>
        {rows.length > MOST_ROWS && (
          <span className={classes.quiet}>
            {formatMessage({ id: 'DeviceState_Changes_Shown' }, { shown: MOST_ROWS, count: rows.length })}
          </span>
        )}
      </header>
      {rows.length === 0 ? (
        <p className={classes.none}>{formatMessage({ id: 'DeviceState_Changes_None' })}</p>
      ) : (
        <ul className={classes.changes}>
          {rows.slice(0, MOST_ROWS).map((row) => (
            <li key={row.key}>
              <button type="button" onClick={() => onOpen(row.segmentId)}>
                <time>{texts.time(row.atMs, 'UTC')}</time>
                <span className={classes.marks}>
                  <DeviceStateMark state={row.from} size={11} />
                  <span aria-hidden="true">→</span>
                  <DeviceStateMark state={row.to} size={11} />
                </span>
                <b>{siteName(row.siteId)}</b>
                <span className={classes.names}>{row.names.join(', ')}</span>
                <span className={classes.cause}>
                  <span className={row.code === '' ? undefined : classes.unseen}>{texts.state(row.to)}</span> {texts.cause(row)}
                </span>
                <span className={classes.figure}>
                  {row.lostKw === null ? '—' : `${decimalText(row.lostKw, { digits: 0, locale })}\u2009kW`}
                </span>
                <span className={classes.figure}>
                  {row.cost === null
                    ? '—'
                    : formatMessage({ id: 'Home_PerHour' }, { cost: moneyText(row.cost, { currency: currencyOf(row.siteId), locale }) })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

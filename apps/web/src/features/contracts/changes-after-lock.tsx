import { Button } from '@mantine/core';
import { type ContractMonthDetails, contractResultEndpoints } from '@solvane/contract/contract-results';
import { decimalText, moneyText } from '@solvane/i18n/number-text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import classes from './contracts.module.css';
import { contractKeys } from './contracts.queries.ts';
import { EventButton } from './counted-events.tsx';
import { signedText, useMonthText } from './month-text.ts';

/** What a locked month would come to now: each later change with its effect, and the month that takes the difference. */
export function ChangesAfterLock({ details }: { details: ContractMonthDetails }) {
  const { formatMessage, formatDate, locale } = useIntl();
  const words = useEventLabels();
  const monthText = useMonthText();
  const { afterLock, guarantees, view, basis, currency, settlements, canLock, zone } = details;
  const guarantee = guarantees.find((each) => each.view === view && each.basis === basis);
  const open = (guarantee?.amountAfterLock ?? 0) - (guarantee?.settledAmount ?? 0);
  const points = guarantee?.pointsAfterLock ?? afterLock.reduce((sum, each) => sum + each.points, 0);
  const money = (amount: number) => moneyText(amount, { currency, locale });
  const title = formatMessage({ id: 'Contract_AfterLock' });
  return (
    <section className={classes.events} aria-label={title}>
      <header className={classes.bar}>
        <h3>{title}</h3>
        <span className={classes.quiet}>
          {guarantee?.percent != null &&
            formatMessage(
              { id: 'Contract_AfterLock_Detail' },
              {
                locked: decimalText(guarantee.percent, { digits: 2, locale }),
                now: decimalText(guarantee.percent + points, { digits: 2, locale }),
              },
            )}
        </span>
        <span className={classes.spread} />
        {canLock && Math.abs(open) >= 0.005 && <SettleControls details={details} />}
      </header>
      {afterLock.length === 0 ? (
        <ConfigurationNote>{formatMessage({ id: 'Contract_AfterLock_None' })}</ConfigurationNote>
      ) : (
        <table className={classes.results} aria-label={title}>
          <thead className={classes.tableHead}>
            <tr>
              {(['Changed', 'By', 'Event', 'Change', 'Effect'] as const).map((column) => (
                <th key={column} scope="col">
                  {formatMessage({ id: `Contract_AfterLock_${column}` })}
                </th>
              ))}
            </tr>
            <tr className={classes.sum}>
              <th scope="row" colSpan={3}>
                {formatMessage({ id: 'Contract_AfterLock_Count' }, { count: afterLock.length })}
              </th>
              <td>{guarantee && formatMessage({ id: 'Contract_AfterLock_Open' }, { amount: money(open) })}</td>
              <td>{signedText(points, { digits: 2, locale })}</td>
            </tr>
          </thead>
          <tbody>
            {afterLock.map(({ event, kind, before, points: effect, by, atMs }) => (
              <tr key={`${event.segmentId} ${event.startMs} ${event.code} ${kind}`}>
                <td>{atMs === null ? '\u2014' : formatDate(atMs, { dateStyle: 'short', timeStyle: 'short', timeZone: zone })}</td>
                <td>{by ?? formatMessage({ id: 'Contract_AfterLock_System' })}</td>
                <th scope="row">
                  <EventButton event={event} label={words.category(event.category)} />
                </th>
                <td>
                  {formatMessage(
                    { id: `Contract_AfterLock_${kind}` },
                    {
                      isSame: before === event.timeCategory ? 'yes' : 'no',
                      before: before === null ? '' : formatMessage({ id: `TimeCategory_${before}` }),
                      after: formatMessage({ id: `TimeCategory_${event.timeCategory}` }),
                    },
                  )}
                </td>
                <td>{signedText(effect, { digits: 3, locale })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {settlements.map(({ intoMonth, amount, by, atMs }) => (
        <ConfigurationNote key={atMs}>
          {formatMessage(
            { id: 'Contract_Settled' },
            { amount: money(amount), month: monthText(intoMonth, 'long'), by, at: formatDate(atMs, { dateStyle: 'medium' }) },
          )}
        </ConfigurationNote>
      ))}
    </section>
  );
}

function SettleControls({ details: { contractConfigurationId, siteId, month, openMonths } }: { details: ContractMonthDetails }) {
  const { formatMessage } = useIntl();
  const monthText = useMonthText();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const settle = useMutation({
    mutationFn: (intoMonth: string) =>
      call(contractResultEndpoints.settle, { body: { contractConfigurationId, siteId, month, intoMonth } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: contractKeys.results }),
    meta: { isShownInPlace: true },
  });
  const into = openMonths.find((each) => each === chosen) ?? openMonths[0];
  if (into === undefined) return <span className={classes.quiet}>{formatMessage({ id: 'Contract_Settle_NoMonth' })}</span>;
  return (
    <>
      <SaveProblems error={settle.error} title="Contract_Settle_Refused" />
      {openMonths.length > 1 && (
        <RowSelect
          label={formatMessage({ id: 'Contract_Settle_Month' })}
          value={into}
          options={openMonths.map((value) => ({ value, label: monthText(value, 'long') }))}
          onChange={setChosen}
        />
      )}
      <Button size="compact-sm" variant="default" loading={settle.isPending} onClick={() => settle.mutate(into)}>
        {formatMessage({ id: 'Contract_Settle' }, { month: monthText(into, 'long') })}
      </Button>
    </>
  );
}

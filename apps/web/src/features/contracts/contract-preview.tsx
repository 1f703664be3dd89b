import { Button } from '@mantine/core';
import { contractResultEndpoints, type ContractPreview as Preview } from '@solvane/contract/contract-results';
import type { SiteId } from '@solvane/contract/ids';
import { decimalText, moneyText } from '@solvane/i18n/number-text';
import { Section } from '@solvane/ui/section';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { ImpactProgress } from '../../shared/configuration/impact-progress.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { type ContractItem, guaranteeOf, linesOf, settingOf, toContent, viewsOf } from './contract-draft.ts';
import classes from './contracts.module.css';
import { CountedEvents } from './counted-events.tsx';
import { lastMonths, signedText, useMonthText } from './month-text.ts';
import { viewText } from './use-contract-texts.ts';

const MONTHS = 12;

interface Run {
  items: readonly ContractItem[];
  sites: readonly string[];
  done: readonly Preview[];
}

/** What the draft would have made of the last twelve months of its sites, site by site; no day is computed again. */
export function ContractPreview({ items }: { items: readonly ContractItem[] }) {
  const { formatMessage } = useIntl();
  const [run, setRun] = useState<Run>();
  const [error, setError] = useState<Error | null>(null);
  const [isRunning, setRunning] = useState(false);
  const controller = useRef<AbortController>(null);
  const sites = linesOf(settingOf(items, 'sites'));
  const start = async (from: Run): Promise<void> => {
    const abort = new AbortController();
    controller.current = abort;
    setRun(from);
    setError(null);
    setRunning(true);
    const { terms, lossCategorySetId } = toContent(from.items);
    const months = lastMonths(MONTHS);
    const span = { fromMonth: months[0] ?? '', toMonth: months.at(-1) ?? '' };
    let done = from.done;
    try {
      for (const siteId of from.sites.slice(done.length)) {
        const body = { ...span, siteId: siteId as SiteId, terms, lossCategorySetId };
        done = [...done, await call(contractResultEndpoints.preview, { body, signal: abort.signal })];
        setRun({ ...from, done });
      }
    } catch (failure) {
      if (!abort.signal.aborted) setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
    setRunning(false);
  };
  const isOld = run !== undefined && run.items !== items;
  return (
    <Section
      title={formatMessage({ id: 'Contract_Preview' })}
      detail={formatMessage({ id: 'Contract_Preview_Detail' })}
      isFramed
      actions={
        <Button
          size="compact-sm"
          variant="default"
          disabled={sites.length === 0}
          loading={isRunning}
          onClick={() => void start({ items, sites, done: [] })}
        >
          {formatMessage({ id: isOld ? 'Contract_Preview_Again' : 'Contract_Preview_Run' })}
        </Button>
      }
    >
      <div className={classes.padded}>
        {sites.length === 0 && <ConfigurationNote>{formatMessage({ id: 'Contract_Preview_NoSites' })}</ConfigurationNote>}
        {isOld && <ConfigurationNote>{formatMessage({ id: 'Contract_Preview_Old' })}</ConfigurationNote>}
        {error && <ErrorState error={error} />}
        {run && (
          <ImpactProgress
            done={run.done.length}
            total={run.sites.length}
            isRunning={isRunning}
            onCancel={() => controller.current?.abort()}
            onResume={() => void start(run)}
          />
        )}
      </div>
      {run && run.done.length > 0 && (
        <div className={classes.preview} data-old={isOld || undefined}>
          <PreviewResult run={run} />
        </div>
      )}
    </Section>
  );
}

function PreviewResult({ run: { items, done } }: { run: Run }) {
  const intl = useIntl();
  const { formatMessage, locale } = intl;
  const monthText = useMonthText();
  const views = viewsOf(items);
  const main = views.find((view) => guaranteeOf(items, view) !== undefined) ?? views[0];
  if (!main) return null;
  const percentOf = (each: { view: string; basis: string; percent: number | null }[]) =>
    each.find(({ view, basis }) => view === main.name && basis === main.basis)?.percent ?? null;
  const digits = { digits: 2, locale };
  const rows = done.flatMap((site) => site.months.map((month) => ({ site, month })));
  /** Money of different currencies is never added. */
  const sumText = (of: 'amountBefore' | 'amountAfter'): string => {
    const known = rows.filter(({ month }) => month[of] !== null);
    const byCurrency = Map.groupBy(known, ({ site }) => site.currency);
    const sums = [...byCurrency].map(([currency, own]) =>
      money(
        own.reduce((total, { month }) => total + (month[of] ?? 0), 0),
        currency,
      ),
    );
    return sums.join(', ') || '\u2014';
  };
  const money = (amount: number | null, of: string | null) => moneyText(amount, { currency: of, locale });
  const missing = rows.reduce((total, { month }) => total + month.missingDays, 0);
  const notCounted = [...new Set(done.flatMap((site) => site.notCounted))];
  const events = done
    .flatMap((site) => site.events)
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, 10);
  return (
    <>
      <table className={classes.results} aria-label={formatMessage({ id: 'Contract_Preview' })}>
        <caption>{viewText(main, '', intl)}</caption>
        <thead className={classes.tableHead}>
          <tr>
            <th scope="col">{formatMessage({ id: 'Contract_Site' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Month' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Preview_Before' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Preview_After' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Preview_Change' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Preview_AmountBefore' })}</th>
            <th scope="col">{formatMessage({ id: 'Contract_Preview_AmountAfter' })}</th>
          </tr>
          <tr className={classes.sum}>
            <th scope="row" colSpan={5}>
              {formatMessage({ id: 'Contract_Preview_Sum' }, { count: rows.length })}
            </th>
            <td>{sumText('amountBefore')}</td>
            <td>{sumText('amountAfter')}</td>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ site, month }) => {
            const [before, after] = [percentOf(month.before), percentOf(month.after)];
            return (
              <tr key={`${site.siteId} ${month.month}`}>
                <th scope="row">{site.siteName}</th>
                <td>{monthText(month.month)}</td>
                <td className={classes.old}>{decimalText(before, digits)}</td>
                <td>
                  <b>{decimalText(after, digits)}</b>
                </td>
                <td>{signedText(before === null || after === null ? null : after - before, digits)}</td>
                <td className={classes.old}>{money(month.amountBefore, site.currency)}</td>
                <td>{money(month.amountAfter, site.currency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className={classes.padded}>
        {missing > 0 && <ConfigurationNote>{formatMessage({ id: 'Contract_Preview_Missing' }, { count: missing })}</ConfigurationNote>}
        {notCounted.length > 0 && (
          <ConfigurationNote>
            {formatMessage(
              { id: 'Contract_Preview_NotCounted' },
              { terms: notCounted.map((name) => formatMessage({ id: `Contract_Term_${name}` })).join(', ') },
            )}
          </ConfigurationNote>
        )}
      </div>
      {events.length > 0 && (
        <CountedEvents
          title={formatMessage({ id: 'Contract_Preview_Events' })}
          events={events}
          pointsHeader={formatMessage({ id: 'Contract_Preview_Change' })}
        />
      )}
    </>
  );
}

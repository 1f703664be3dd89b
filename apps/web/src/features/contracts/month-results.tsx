import { Button } from '@mantine/core';
import { type ContractMonth, contractResultEndpoints } from '@solvane/contract/contract-results';
import type { ContractDetails } from '@solvane/contract/contracts';
import { decimalText, moneyText } from '@solvane/i18n/number-text';
import { Section } from '@solvane/ui/section';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { callForResponse } from '../../api/call.ts';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { saveFile } from '../../shared/files/save-file.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { useNoValueText } from '../../shared/text/use-no-value-text.ts';
import type { ViewKey } from './contract-draft.ts';
import type { ContractSearch } from './contract-search.ts';
import classes from './contracts.module.css';
import { contractMonthsQuery } from './contracts.queries.ts';
import { MonthDetails } from './month-details.tsx';
import { lastMonths, signedText, useMonthText } from './month-text.ts';
import { viewText } from './use-contract-texts.ts';

const MONTHS = 13;

interface MonthResultsProps {
  contract: ContractDetails;
  search: ContractSearch;
  onSearch: (search: ContractSearch) => void;
}

/** What the months of a contract came to at one of its sites, and one of them in detail. */
export function MonthResults({ contract, search, onSearch }: MonthResultsProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const months = lastMonths(MONTHS);
  const span = { fromMonth: months[0] ?? '', toMonth: months.at(-1) ?? '' };
  const query = useQuery(contractMonthsQuery({ ...span, contractConfigurationId: contract.id }));
  const { sites, terms } = contract;
  const siteId = sites.find((site) => site.siteId === search.site)?.siteId ?? sites[0]?.siteId;
  const views = terms.views.map(({ name, basis, label }) => ({ name, basis, label }));
  const [promised] = terms.guarantees;
  const keyOf = ({ name, basis }: ViewKey) => `${name}-${basis}`;
  const usual = views.find(({ name, basis }) =>
    promised ? name === promised.view && basis === promised.basis : name === 'Technical' && basis === 'time',
  );
  const view = views.find((each) => keyOf(each) === search.result) ?? usual ?? views[0];
  if (!view) return null;
  const rowsOf = (items: readonly ContractMonth[]) => items.filter((item) => item.siteId === siteId).toReversed();
  const openMonth = (items: readonly ContractMonth[]) => {
    const rows = rowsOf(items);
    return rows.find(({ month }) => month === search.month) ?? rows.find(({ isOver }) => isOver) ?? rows[0];
  };
  return (
    <>
      <Section
        title={formatMessage({ id: 'Contract_Months' })}
        isFramed
        actions={
          <>
            {sites.length > 1 && (
              <span className={classes.choice}>
                <RowSelect
                  label={formatMessage({ id: 'Contract_Site' })}
                  value={siteId as string}
                  options={sites.map((site) => ({ value: site.siteId as string, label: site.siteName }))}
                  onChange={(site) => onSearch({ ...search, site })}
                />
              </span>
            )}
            <span className={classes.choice}>
              <RowSelect
                label={formatMessage({ id: 'Contract_Result_View' })}
                value={keyOf(view)}
                options={views.map((each) => ({ value: keyOf(each), label: viewText(each, each.label ?? '', intl) }))}
                onChange={(result) => onSearch({ ...search, result })}
              />
            </span>
            {siteId !== undefined && <ExportButton contractConfigurationId={contract.id} siteId={siteId} {...span} />}
          </>
        }
      >
        <QueryView
          query={query}
          isEmpty={({ items }) => rowsOf(items).length === 0}
          empty={{ title: formatMessage({ id: 'Contract_Months_None' }), reason: formatMessage({ id: 'Contract_Months_None_Reason' }) }}
        >
          {({ items }) => (
            <MonthTable
              rows={rowsOf(items)}
              view={view}
              openMonth={openMonth(items)?.month}
              onOpen={(month) => onSearch({ ...search, month })}
            />
          )}
        </QueryView>
      </Section>
      {query.data && openMonth(query.data.items) && <MonthDetails month={openMonth(query.data.items) as ContractMonth} view={view} />}
    </>
  );
}

interface MonthTableProps {
  rows: readonly ContractMonth[];
  view: ViewKey;
  openMonth: string | undefined;
  onOpen: (month: string) => void;
}

function MonthTable({ rows, view, openMonth, onOpen }: MonthTableProps) {
  const { formatMessage } = useIntl();
  return (
    <table className={classes.results} aria-label={formatMessage({ id: 'Contract_Months' })}>
      <thead className={classes.tableHead}>
        <tr>
          {(['Month', 'Percent', 'Against', 'Amount', 'Carried', 'Locked', 'AfterLock'] as const).map((column) => (
            <th key={column} scope="col">
              {formatMessage({ id: `Contract_Column_${column}` })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <MonthRow key={row.month} row={row} view={view} isOpen={row.month === openMonth} onOpen={() => onOpen(row.month)} />
        ))}
      </tbody>
    </table>
  );
}

interface MonthRowProps {
  row: ContractMonth;
  view: ViewKey;
  isOpen: boolean;
  onOpen: () => void;
}

function MonthRow({ row, view, isOpen, onOpen }: MonthRowProps) {
  const { formatMessage, formatDate, locale } = useIntl();
  const monthText = useMonthText();
  const noValueText = useNoValueText();
  const { month, currency, lock, missingDays, isOver, views, guarantees } = row;
  const isShown = (each: { view: string; basis: string }) => each.view === view.name && each.basis === view.basis;
  const [reached, guarantee] = [views.find(isShown), guarantees.find(isShown)];
  const digits = { digits: 2, locale };
  const tone = (guarantee?.points ?? 0) < 0 ? classes.bad : undefined;
  const money = (amount: number | null) => moneyText(amount, { currency, locale });
  return (
    <tr aria-current={isOpen || undefined}>
      <th scope="row">
        <button type="button" className={classes.textButton} onClick={onOpen}>
          {monthText(month)}
        </button>
        {(!isOver || missingDays > 0) && (
          <small className={classes.quiet}>
            {' '}
            {missingDays > 0
              ? formatMessage({ id: 'Contract_Month_Missing' }, { count: missingDays })
              : formatMessage({ id: 'Contract_Month_Running' })}
          </small>
        )}
      </th>
      <td title={reached?.reason ? noValueText([reached.reason]) : undefined}>
        <b>{decimalText(reached?.percent ?? null, digits)}</b>
      </td>
      <td className={tone}>{signedText(guarantee?.points ?? null, digits)}</td>
      <td className={tone}>{money(guarantee?.amount ?? null)}</td>
      <td>{guarantee && guarantee.carriedAmount !== 0 ? money(guarantee.carriedAmount) : '\u2014'}</td>
      <td>
        {lock ? (
          <span className={classes.energy} title={lock.by}>
            <IconLock size={13} aria-hidden="true" />
            {formatDate(lock.atMs, { day: 'numeric', month: 'short' })}
          </span>
        ) : (
          <span className={classes.quiet}>{formatMessage({ id: 'Contract_Open' })}</span>
        )}
      </td>
      <td>{signedText(guarantee?.pointsAfterLock ?? null, digits)}</td>
    </tr>
  );
}

interface ExportButtonProps {
  contractConfigurationId: string;
  siteId: ContractMonth['siteId'];
  fromMonth: string;
  toMonth: string;
}

/** Every interval that counts, as a workbook. */
function ExportButton(body: ExportButtonProps) {
  const { formatMessage } = useIntl();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailed(false);
    try {
      const response = await callForResponse(contractResultEndpoints.export, { body });
      saveFile(await response.blob(), `intervals-${body.fromMonth}-${body.toMonth}.xlsx`);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {hasFailed && (
        <span role="alert" className={classes.error}>
          {formatMessage({ id: 'Contract_Export_Failed' })}
        </span>
      )}
      <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void save()}>
        {formatMessage({ id: 'Contract_Export' })}
      </Button>
    </>
  );
}

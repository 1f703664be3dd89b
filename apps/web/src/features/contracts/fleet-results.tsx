import type { ContractMonth } from '@solvane/contract/contract-results';
import { decimalText } from '@solvane/i18n/number-text';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { useAddressOf } from '../../shared/routing/navigate-to.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import classes from './contracts.module.css';
import { contractMonthsQuery } from './contracts.queries.ts';
import { lastMonths, useMonthText } from './month-text.ts';

const MONTHS = 12;
const BASES = ['time', 'production'] as const;
const NAMES = ['Technical', 'Operational', 'Total'] as const;

interface ResultRow {
  id: string;
  contractName: string;
  siteName: string;
  byMonth: ReadonlyMap<string, ContractMonth>;
}

/** Availability of every site and month under its contract; a month opens in the contract. */
export function FleetResults() {
  const { formatMessage, locale } = useIntl();
  const monthText = useMonthText();
  const addressOf = useAddressOf();
  const { sites } = useFleet();
  const [name, setName] = useState<(typeof NAMES)[number]>('Technical');
  const [basis, setBasis] = useState<(typeof BASES)[number]>('time');
  const months = lastMonths(MONTHS);
  const query = useQuery(contractMonthsQuery({ fromMonth: months[0] ?? '', toMonth: months.at(-1) ?? '', contractConfigurationId: null }));
  const seen = new Set<string>(sites.map(({ siteId }) => siteId));
  const rows = useMemo(() => rowsOf(query.data?.items ?? []), [query.data]);
  const columns: DataColumn<ResultRow>[] = [
    {
      id: 'site',
      header: formatMessage({ id: 'Contract_Site' }),
      isRowHeader: true,
      width: 170,
      card: 'title',
      value: (row) => row.siteName,
    },
    { id: 'contract', header: formatMessage({ id: 'Contract_One' }), width: 170, card: 'subtitle', value: (row) => row.contractName },
    ...months.map((month): DataColumn<ResultRow> => {
      const monthOf = (row: ResultRow) => row.byMonth.get(month);
      const percentOf = (row: ResultRow) => monthOf(row)?.views.find((view) => view.view === name && view.basis === basis)?.percent ?? null;
      const isShort = (row: ResultRow) =>
        monthOf(row)?.guarantees.some((each) => each.view === name && each.basis === basis && (each.points ?? 0) < 0) ?? false;
      return {
        id: month,
        header: monthText(month),
        align: 'end',
        width: 92,
        card: 'fact',
        value: percentOf,
        tone: (row) => (isShort(row) ? 'danger' : undefined),
        cell: (row) => {
          const found = monthOf(row);
          const percent = percentOf(row);
          if (!found) return '\u2014';
          const search = { site: found.siteId, month, result: `${name}-${basis}` };
          const to = addressOf('contract-configuration', { contractConfigurationId: found.contractConfigurationId }, search);
          return (
            <Link to={to} className={classes.monthLink}>
              {found.lock && <IconLock size={11} aria-label={formatMessage({ id: 'Contract_Locked' })} />}
              {decimalText(percent, { digits: 2, locale })}
            </Link>
          );
        },
      };
    }),
  ];
  const shown = rows.filter((row) => [...row.byMonth.values()].some(({ siteId }) => seen.has(siteId)));
  return (
    <div className={classes.stack}>
      <div className={classes.bar}>
        <Segments
          label={formatMessage({ id: 'Contract_Result_View' })}
          value={name}
          options={NAMES.map((value) => ({ value, label: formatMessage({ id: `Contract_View_${value}` }) }))}
          onChange={setName}
        />
        <Segments
          label={formatMessage({ id: 'Contract_Basis' })}
          value={basis}
          options={BASES.map((value) => ({ value, label: formatMessage({ id: `Contract_Basis_${value}` }) }))}
          onChange={setBasis}
        />
        <span className={classes.quiet}>{formatMessage({ id: 'Contract_Results_Note' })}</span>
      </div>
      <QueryView
        query={query}
        level="page"
        errorTitle="Common_Error_Query_Title"
        isEmpty={() => shown.length === 0}
        empty={{ title: formatMessage({ id: 'Contract_Results_None' }), reason: formatMessage({ id: 'Contract_Months_None_Reason' }) }}
      >
        {() => (
          <ScreenTable
            label={formatMessage({ id: 'Contract_Results' })}
            rows={shown}
            columns={columns}
            getRowId={({ id }) => id}
            nameOf={({ siteName }) => siteName}
          />
        )}
      </QueryView>
    </div>
  );
}

function rowsOf(items: readonly ContractMonth[]): ResultRow[] {
  const groups = Map.groupBy(items, ({ contractConfigurationId, siteId }) => `${contractConfigurationId} ${siteId}`);
  return [...groups].flatMap(([id, months]) => {
    const [first] = months;
    return first
      ? [{ id, contractName: first.contractName, siteName: first.siteName, byMonth: new Map(months.map((month) => [month.month, month])) }]
      : [];
  });
}

import { Button } from '@mantine/core';
import type { ContractSummary } from '@solvane/contract/contracts';
import type { DataColumn } from '@solvane/ui/data-table-props';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { EnergyTypeIcon } from '../../shared/fleet/energy-type-icon.tsx';
import { useAddressOf, useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { ContractComparison } from './contract-comparison.tsx';
import { ContractListActions } from './contract-list-actions.tsx';
import type { ContractsSearch } from './contract-search.ts';
import classes from './contracts.module.css';
import { contractsQuery } from './contracts.queries.ts';
import { FleetResults } from './fleet-results.tsx';
import { NewContractDialog } from './new-contract-dialog.tsx';
import { StateTag } from './state-tag.tsx';

interface ContractsScreenProps {
  search: ContractsSearch;
  onSearch: (search: ContractsSearch) => void;
}

/** Contracts of the selected enterprises, and what their months came to. */
export function ContractsScreen({ search, onSearch }: ContractsScreenProps) {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const [isNew, setNew] = useState(false);
  const open = (id: string): void => navigateTo('contract-configuration', { contractConfigurationId: id });
  const show = search.show ?? 'list';
  return (
    <Screen
      title={formatMessage({ id: 'Route_contracts' })}
      subtitle={formatMessage({ id: 'Contract_Subtitle' })}
      actions={
        <>
          <Segments
            label={formatMessage({ id: 'Contract_Show' })}
            value={show}
            options={[
              { value: 'list', label: formatMessage({ id: 'Route_contracts' }) },
              { value: 'results', label: formatMessage({ id: 'Contract_Results' }) },
            ]}
            onChange={(next) => onSearch(next === 'results' ? { show: next } : {})}
          />
          <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
            {formatMessage({ id: 'Contract_New' })}
          </Button>
        </>
      }
    >
      {show === 'results' ? <FleetResults /> : <ContractList onOpen={open} onNew={() => setNew(true)} />}
      {isNew && <NewContractDialog onClose={() => setNew(false)} onSaved={open} />}
    </Screen>
  );
}

interface ContractListProps {
  onOpen: (id: string) => void;
  onNew: () => void;
}

function ContractList({ onOpen, onNew }: ContractListProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const query = useQuery(contractsQuery());
  const { selectedIds } = useFleet();
  const addressOf = useAddressOf();
  const [selectedContracts, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isComparing, setComparing] = useState(false);
  const items = query.data?.items.filter(({ enterpriseId }) => selectedIds.includes(enterpriseId));
  const selected = (items ?? []).filter(({ id }) => selectedContracts.has(id));
  const columns = useMemo(
    () => columnsOf(intl, (id) => addressOf('contract-configuration', { contractConfigurationId: id })),
    [intl, addressOf],
  );
  return (
    <QueryView
      query={query}
      level="page"
      errorTitle="Common_Error_Query_Title"
      isEmpty={() => items?.length === 0}
      empty={{
        title: formatMessage({ id: 'Contract_Empty' }),
        reason: formatMessage({ id: 'Contract_Empty_Reason' }),
        action: <Button onClick={onNew}>{formatMessage({ id: 'Contract_New' })}</Button>,
      }}
    >
      {() => (
        <div className={classes.stack}>
          <ContractListActions
            selected={selected}
            onCompare={() => setComparing(true)}
            onOpen={onOpen}
            onDone={() => setSelected(new Set())}
          />
          <ScreenTable
            label={formatMessage({ id: 'Common_Table' })}
            rows={items}
            query={query}
            columns={columns}
            getRowId={({ id }) => id}
            nameOf={({ name }) => name}
            rowHeight={36}
            onOpen={({ id }) => onOpen(id)}
            selection={{
              isSelected: (id) => selectedContracts.has(id),
              onSelect: (ids, isOn) =>
                setSelected((before) => new Set(isOn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id)))),
            }}
          />
          {isComparing && selected[0] && selected[1] && (
            <ContractComparison before={selected[0]} after={selected[1]} onClose={() => setComparing(false)} />
          )}
        </div>
      )}
    </QueryView>
  );
}

function columnsOf({ formatMessage, formatDate }: IntlShape, addressOf: (id: string) => string): DataColumn<ContractSummary>[] {
  const dayText = (date: string) => formatDate(`${date}T12:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  const lastDay = (validTo: string) => dayText(new Date(Date.parse(`${validTo}T00:00:00Z`) - 1).toISOString().slice(0, 10));
  const periodText = ({ validFrom, validTo }: ContractSummary) =>
    formatMessage(
      { id: 'Contract_Period_Text' },
      {
        from: validFrom === null ? formatMessage({ id: 'Contract_Period_Ever' }) : dayText(validFrom),
        to: validTo === null ? formatMessage({ id: 'Contract_Period_Open' }) : lastDay(validTo),
      },
    );
  const sitesText = ({ sites }: ContractSummary) => sites.map(({ siteName }) => siteName).join(', ');
  return [
    {
      id: 'name',
      header: formatMessage({ id: 'Contract_Field_name' }),
      isRowHeader: true,
      width: 220,
      card: 'title',
      value: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link to={addressOf(id)} data-row-link="" tabIndex={-1}>
          {name}
        </Link>
      ),
    },
    {
      id: 'state',
      header: formatMessage({ id: 'Contract_State' }),
      width: 110,
      card: 'value',
      value: ({ state }) => formatMessage({ id: `Contract_State_${state}` }),
      cell: ({ state }) => <StateTag state={state} />,
    },
    {
      id: 'energyType',
      header: formatMessage({ id: 'Contract_EnergyType' }),
      width: 120,
      card: 'fact',
      value: ({ energyType }) => formatMessage({ id: `EnergyType_${energyType}` }),
      cell: ({ energyType }) => (
        <span className={classes.energy}>
          <EnergyTypeIcon energyType={energyType} /> {formatMessage({ id: `EnergyType_${energyType}` })}
        </span>
      ),
    },
    {
      id: 'sites',
      header: formatMessage({ id: 'Contract_Field_sites' }),
      width: 200,
      canGrow: true,
      card: 'fact',
      value: sitesText,
      title: sitesText,
      reason: () => formatMessage({ id: 'Contract_NoSites' }),
    },
    {
      id: 'period',
      header: formatMessage({ id: 'Contract_Period' }),
      width: 230,
      card: 'line',
      value: ({ validFrom }) => validFrom ?? '',
      cell: periodText,
    },
    {
      id: 'changed',
      header: formatMessage({ id: 'Contract_Changed' }),
      width: 210,
      givesWay: 1,
      value: ({ updatedAtMs }) => updatedAtMs,
      cell: ({ updatedBy, updatedAtMs }) => `${formatDate(updatedAtMs, { dateStyle: 'medium' })}, ${updatedBy}`,
    },
  ];
}

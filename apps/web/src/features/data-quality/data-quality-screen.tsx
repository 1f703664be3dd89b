import { ActionIcon, Button, Menu } from '@mantine/core';
import type { QualitySummary } from '@solvane/contract/quality';
import { type DataColumn, ROW_LINK } from '@solvane/ui/data-table-props';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { IconCopy, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../shared/access/access.ts';
import { useAccess } from '../../shared/access/session.queries.ts';
import { useAddressOf, useNavigateTo } from '../../shared/routing/navigate-to.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { NewConfigurationDialog } from './configuration-dialog.tsx';
import { qualityListQuery } from './data-quality.queries.ts';
import { useRemoveConfiguration } from './use-remove-configuration.tsx';

const WHEN = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Rules that values are checked by and replaced with, and the sites that follow them. */
export function DataQualityScreen() {
  const { formatMessage } = useIntl();
  const navigateTo = useNavigateTo();
  const mayCreate = hasPermission(useAccess(), 'PageDataQuality');
  const { selectedIds } = useFleet();
  const query = useQuery(qualityListQuery());
  const [dialog, setDialog] = useState<{ source?: QualitySummary } | null>(null);
  const removal = useRemoveConfiguration(() => undefined);
  const open = (id: string): void => navigateTo('vee-configuration', { veeConfigurationId: id });
  const columns = useColumns({ onDuplicate: (source) => setDialog({ source }), onRemove: removal.ask });
  return (
    <Screen
      title={formatMessage({ id: 'Route_data-quality' })}
      subtitle={formatMessage({ id: 'QualityConfiguration_Subtitle' })}
      actions={
        mayCreate && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({})}>
            {formatMessage({ id: 'QualityConfiguration_New' })}
          </Button>
        )
      }
    >
      {removal.problems}
      <ScreenTable
        label={formatMessage({ id: 'QualityConfiguration_List' })}
        query={query}
        rows={query.data?.items.filter(({ enterpriseId }) => selectedIds.includes(enterpriseId))}
        columns={columns}
        getRowId={({ id }) => id}
        empty={formatMessage({ id: 'QualityConfiguration_Empty' })}
        onOpen={({ id }) => open(id)}
      />
      {dialog && <NewConfigurationDialog source={dialog.source} onClose={() => setDialog(null)} onCreated={open} />}
    </Screen>
  );
}

interface ColumnOptions {
  onDuplicate: (configuration: QualitySummary) => void;
  onRemove: (configuration: QualitySummary) => void;
}

function useColumns({ onDuplicate, onRemove }: ColumnOptions): DataColumn<QualitySummary>[] {
  const { formatMessage, formatDate, formatNumber } = useIntl();
  const addressOf = useAddressOf();
  const signalName = useSignalName();
  const sitesOf = ({ sites }: QualitySummary): string => [...new Set(sites.map(({ siteName }) => siteName))].join(', ');
  return [
    {
      id: 'name',
      header: formatMessage({ id: 'QualityConfiguration_Name' }),
      value: ({ name }) => name,
      isRowHeader: true,
      width: 220,
      card: 'title',
      cell: ({ id, name }) => (
        <Link {...ROW_LINK} to={addressOf('vee-configuration', { veeConfigurationId: id })}>
          {name}
        </Link>
      ),
    },
    {
      id: 'description',
      header: formatMessage({ id: 'QualityConfiguration_Description' }),
      value: ({ description }) => (description === '' ? null : description),
      width: 240,
      givesWay: 1,
    },
    {
      id: 'sites',
      header: formatMessage({ id: 'QualityConfiguration_Sites' }),
      value: (row) => sitesOf(row) || null,
      title: sitesOf,
      reason: () => formatMessage({ id: 'QualityConfiguration_NoSites' }),
      width: 220,
      canGrow: true,
      card: 'subtitle',
    },
    {
      id: 'signals',
      header: formatMessage({ id: 'QualityConfiguration_Signals' }),
      value: ({ signalCount }) => signalCount,
      title: ({ apCodes }) => apCodes.map((apCode) => signalName(`${apCode}||Raw`)).join(', '),
      align: 'end',
      width: 100,
      givesWay: 2,
    },
    {
      id: 'touched',
      header: formatMessage({ id: 'QualityConfiguration_Touched' }),
      hint: formatMessage({ id: 'QualityConfiguration_Touched_Hint' }),
      value: ({ touchedShare }) => touchedShare,
      cell: ({ touchedShare, sites }) =>
        touchedShare === null ? (
          <ReasonedValue
            reason={formatMessage({ id: sites.length === 0 ? 'QualityConfiguration_NoSites' : 'QualityConfiguration_NotCounted' })}
          />
        ) : (
          formatNumber(touchedShare, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })
        ),
      align: 'end',
      width: 150,
      card: 'figure',
    },
    {
      id: 'changed',
      header: formatMessage({ id: 'QualityConfiguration_Changed' }),
      value: ({ updatedAtMs }) => updatedAtMs,
      cell: ({ updatedAtMs, updatedBy }) => `${formatDate(updatedAtMs, WHEN)}, ${updatedBy}`,
      width: 240,
      givesWay: 3,
      card: 'fact',
    },
    {
      id: 'actions',
      header: formatMessage({ id: 'Dashboard_List_Actions' }),
      isHeadHidden: true,
      align: 'end',
      width: 56,
      card: 'value',
      cell: (row) =>
        row.can.edit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" aria-label={formatMessage({ id: 'QualityConfiguration_Actions' }, { name: row.name })}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onDuplicate(row)}>
                {formatMessage({ id: 'QualityConfiguration_Duplicate' })}
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={16} />} color="danger" onClick={() => onRemove(row)}>
                {formatMessage({ id: 'QualityConfiguration_Delete' })}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ),
    },
  ];
}

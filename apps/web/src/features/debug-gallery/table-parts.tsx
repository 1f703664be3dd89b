import type { DataColumn, TableLayout } from '@solvane/ui/data-table-props';
import { selectedIds } from '@solvane/ui/selected-ids';
import { IconSolarPanel } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

interface Device {
  id: string;
  name: string;
  site: string;
  powerKw: number | null;
  lostKwh: number;
}

const SITES = ['Norrvind', 'Trent', 'Gaspé'];
const DEVICES: Device[] = Array.from({ length: 10_000 }, (_, index) => ({
  id: String(index),
  name: `INV-${String(index + 1).padStart(5, '0')}`,
  site: SITES[index % SITES.length] ?? '',
  powerKw: index % 7 === 3 ? null : (index * 37) % 1_200,
  lostKwh: (index * 13) % 90,
}));
const FEW = DEVICES.slice(0, 12);
const NO_LAYOUT: TableLayout = { widths: {}, order: [], hidden: [] };

const idOf = ({ id }: Device) => id;

export function TableParts() {
  const { formatMessage, formatNumber } = useIntl();
  const [layout, setLayout] = useState(NO_LAYOUT);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['2']));
  const [openId, setOpenId] = useState<string>('4');
  const sum = (rows: readonly Device[]) => formatNumber(rows.reduce((total, { lostKwh }) => total + lostKwh, 0));
  const columns: DataColumn<Device>[] = [
    { id: 'name', header: formatMessage({ id: 'EventLog_Column_Device' }), value: ({ name }) => name, isRowHeader: true, card: 'title' },
    { id: 'site', header: formatMessage({ id: 'Home_Column_Site' }), value: ({ site }) => site, card: 'subtitle' },
    { id: 'power', header: formatMessage({ id: 'Home_Column_PowerNow' }), value: ({ powerKw }) => powerKw, align: 'end', card: 'value' },
    {
      id: 'lost',
      header: formatMessage({ id: 'DataReport_Lost' }),
      unit: 'kWh',
      value: ({ lostKwh }) => lostKwh,
      cell: ({ lostKwh }) => formatNumber(lostKwh),
      sum,
      align: 'end',
      card: 'meta',
    },
  ];
  const table = { columns, getRowId: idOf };
  const groups = { keyOf: ({ site }: Device) => site, label: (site: string, rows: readonly Device[]) => `${site} (${rows.length})` };
  const empty = (
    <StateMessage icon={<IconSolarPanel />} title={formatMessage({ id: 'Home_NoSites_Title' })}>
      {formatMessage({ id: 'Home_NoSites_Message' })}
    </StateMessage>
  );
  return (
    <>
      <Part name="DataTable: 10,000 rows, selection, details, sums, widths" isWide>
        <div className={classes.tall}>
          <ScreenTable
            {...table}
            label="10,000"
            rows={DEVICES}
            hasSums
            sumLabel={formatMessage({ id: 'Ingestion_Total' })}
            selection={selectedIds(selected, setSelected)}
            openId={openId}
            onOpen={({ id }) => setOpenId(id)}
            detailsOf={({ id, name, site }) => id === openId && <p className={classes.details}>{`${name}, ${site}`}</p>}
            layout={layout}
            onLayout={setLayout}
          />
        </div>
      </Part>
      <Part name="DataTable: groups" isWide>
        <ScreenTable {...table} label="groups" rows={FEW} groups={groups} toneOf={({ lostKwh }) => (lostKwh > 80 ? 'strong' : undefined)} />
      </Part>
      <Part name="DataTable: isLoading, empty, isStale, cards" isWide>
        <ScreenTable {...table} label="loading" rows={undefined} />
        <ScreenTable {...table} label="empty" rows={[]} empty={empty} />
        <ScreenTable {...table} label="stale" rows={FEW.slice(0, 3)} isStale />
        <div className={classes.phone}>
          <ScreenTable {...table} label="cards" rows={FEW.slice(0, 3)} />
        </div>
      </Part>
    </>
  );
}

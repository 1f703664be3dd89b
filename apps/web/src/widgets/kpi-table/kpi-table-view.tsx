import { isSiteColumn } from '@solvane/contract/widgets/kpi-table';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { fleetState, pageFleet, pageMonth } from '../../shared/fleet/page-fleet.ts';
import { PowerBarLegend } from '../../shared/fleet/power-bar.tsx';
import { ScreenTable } from '../../shared/table/screen-table.tsx';
import { siteGroupText } from '../../shared/widgets/site-group-text.ts';
import { useSetFocus } from '../../shared/widgets/use-focus.ts';
import { useWidgetText } from '../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../shared/widgets/widget.module.css';
import type { WidgetState } from '../../shared/widgets/widget-state.ts';
import { type KpiRow, type KpiTableProps, kpiRows } from './kpi-rows.ts';
import { kpiParts } from './kpi-table-parts.tsx';
import { NamePlaces } from './site-cells.tsx';

/** Sites or devices with their metrics; a row is chosen for the whole page. */
export function KpiTableView({ settings, page, data }: KpiTableProps) {
  const { formatMessage } = useIntl();
  const text = useWidgetText();
  const { columns, rows } = useMemo(() => kpiParts({ settings, page, data }, text), [settings, page, data, text]);
  const setFocus = useSetFocus();
  const hasMetrics = settings.columns.some(({ of }) => !isSiteColumn(of));
  const focusId = page.focus?.segmentId;
  const table = (
    <ScreenTable
      isBare
      label={formatMessage({ id: 'Common_Table' })}
      rows={rows}
      columns={columns}
      getRowId={({ id }) => id}
      openId={rows.find(({ device }) => device.segmentId === focusId)?.id}
      onOpen={({ device }) => setFocus(device.segmentId)}
      hasSums={settings.sumRow && hasMetrics}
      sumLabel={formatMessage({ id: 'KpiTable_Sum' })}
      {...(settings.groupBy !== 'none' && {
        groups: {
          keyOf: ({ group }: KpiRow) => group,
          label: (key: string) => siteGroupText(key, settings.groupBy, text.intl),
        },
      })}
    />
  );
  return <NamePlaces>{table}</NamePlaces>;
}

/** What the columns of now, of the month and of the period lack. */
export function kpiTableState({ settings, page: { sites }, data }: KpiTableProps): WidgetState {
  const totals = data.metrics?.totals ?? [];
  const lacking = totals.find(({ value, have, of }) => value !== null && have < of);
  const partial = lacking && { partial: { have: lacking.have, of: lacking.of, missing: [] } };
  if (settings.rows !== 'sites' || !data.status) return { ...partial };
  return { ...fleetState(pageFleet(sites, data.status)), missingDays: pageMonth(sites, data.month).whole.missingDays };
}

/** The order of the rows, how many are left out, and what the marks of the bars mean. */
export function KpiTableHead(props: KpiTableProps) {
  const { formatMessage } = useIntl();
  const { settings } = props;
  const { rows, count } = kpiRows(props);
  const isByAttention = settings.rows === 'sites' && settings.sort === 'attention';
  return (
    <>
      {isByAttention && <span className={widgetClasses.quiet}>{formatMessage({ id: 'Home_Attention_Order' })}</span>}
      {count > rows.length && (
        <span className={widgetClasses.quiet}>{formatMessage({ id: 'Widget_HaveOf' }, { have: rows.length, of: count })}</span>
      )}
      {settings.rows === 'sites' && settings.columns.some(({ of }) => of === 'now.ofRating') && <PowerBarLegend />}
    </>
  );
}

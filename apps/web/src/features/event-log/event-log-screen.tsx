import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { usePermission } from '../../shared/access/permission-gate.tsx';
import { ManualEventDialog } from '../../shared/events/manual-event-dialog.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { BulkJobList } from './bulk/bulk-job-list.tsx';
import { EventList } from './event-list.tsx';
import classes from './event-log.module.css';
import { eventTotalsQuery } from './event-log.queries.ts';
import { shownTypes, sortOf } from './event-log-filter.ts';
import { type EventLogSearch, TABLE_GROUPINGS } from './event-log-search.ts';
import { ExportButton } from './export-button.tsx';
import { EventFilters } from './filters/event-filters.tsx';
import { LanesView } from './lanes/lanes-view.tsx';
import { OverviewView } from './overview/overview-view.tsx';
import { ColumnMenu } from './table/column-menu.tsx';
import { LayoutSheet } from './table/layout-sheet.tsx';
import { totalsOf } from './totals-of.ts';
import { useChosenSites } from './use-chosen-sites.ts';
import { useEventQuery } from './use-event-query.ts';
import { useSearchAtOnce } from './use-search-at-once.ts';
import { ViewMode } from './view-mode.tsx';
import { useView } from './views/use-view.ts';
import { type ViewDialogName, ViewMenu } from './views/view-menu.tsx';

interface EventLogScreenProps {
  address: EventLogSearch;
  /** Replaces what the log has in the address. */
  onAddress: (search: EventLogSearch) => void;
}

/** Where operators start their day: what happened, what it cost, and who knows about it. */
export function EventLogScreen({ address, onAddress }: EventLogScreenProps) {
  const { formatMessage } = useIntl();
  const [asked, ask] = useSearchAtOnce(address, onAddress);
  const view = useView(asked, ask);
  const { search, columns, setColumns } = view;
  const eventQuery = useEventQuery(search);
  const chosenSites = useChosenSites();
  const { data: counts } = useQuery(eventTotalsQuery(eventQuery.allTypes));
  const shown = shownTypes(search).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: types are the same while their names are
  const totals = useMemo(() => counts && totalsOf(counts, shownTypes(search)), [counts, shown]);
  const canEdit = usePermission('EditEvents');
  const [isCreating, setIsCreating] = useState(false);
  const [viewDialog, setViewDialog] = useState<ViewDialogName | null>(null);
  const isPhone = useViewport() === 'phone';
  const shape = search.show ?? 'table';
  const sort = sortOf(search);
  const setSearch = (patch: Partial<EventLogSearch>): void => ask({ ...search, ...patch });
  return (
    <Screen
      title={formatMessage({ id: 'Route_event-log' })}
      fullBleed
      subtitle={<ViewMenu current={view} dialog={viewDialog} onDialog={setViewDialog} />}
      actions={
        <>
          <ViewMode value={shape} onChange={(value) => setSearch({ show: value === 'table' ? undefined : value })} />
          <ExportButton filter={eventQuery.filter} sort={sort} count={totals?.count ?? null} columns={columns} />
          {canEdit && (
            <Button
              variant="default"
              aria-label={formatMessage({ id: 'EventLog_New' })}
              leftSection={isPhone ? undefined : <IconPlus size={16} />}
              onClick={() => setIsCreating(true)}
            >
              {isPhone ? <IconPlus size={16} /> : formatMessage({ id: 'EventLog_New' })}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.log}>
        <EventFilters
          search={search}
          onSearch={setSearch}
          counts={counts}
          issues={counts?.issues ?? []}
          onSaveView={view.isChanged ? () => setViewDialog('new') : undefined}
        >
          {shape === 'table' && isPhone && <LayoutSheet search={search} onSearch={setSearch} columns={columns} onColumns={setColumns} />}
          {shape === 'table' && !isPhone && (
            <>
              <SelectField
                className={classes.grouping}
                isLabelHidden
                label={formatMessage({ id: 'EventLog_GroupBy' })}
                placeholder={formatMessage({ id: 'EventLog_GroupBy_none' })}
                isClearable
                value={search.group ?? null}
                options={TABLE_GROUPINGS.map((value) => ({ value, label: formatMessage({ id: `EventLog_GroupBy_${value}` }) }))}
                onChange={(group) => setSearch({ group: group ?? undefined })}
              />
              <ColumnMenu columns={columns} onColumns={setColumns} />
            </>
          )}
        </EventFilters>
        <BulkJobList />
        {shape === 'table' && (
          <EventList
            search={search}
            onSearch={setSearch}
            eventQuery={eventQuery}
            totals={totals}
            columns={columns}
            onColumns={setColumns}
          />
        )}
        {shape === 'lanes' && <LanesView eventQuery={eventQuery} search={search} onSearch={setSearch} total={totals?.count ?? 0} />}
        {shape === 'overview' && <OverviewView eventQuery={eventQuery} search={search} onSearch={setSearch} totals={totals} />}
      </div>
      <ManualEventDialog
        open={isCreating}
        onClose={() => setIsCreating(false)}
        onDone={() => eventQuery.reload()}
        // All sites of an enterprise are several time zones, and an event is in one.
        siteIds={chosenSites.map(({ siteId }) => siteId)}
        segmentIds={eventQuery.scope.segmentIds}
      />
    </Screen>
  );
}

import type { DeviceStateItem, deviceStateEndpoints } from '@solvane/contract/device-states';
import type { ResponseOf } from '@solvane/contract/endpoint';
import type { Site } from '@solvane/contract/fleet';
import type { DeviceState } from '@solvane/energy/events/device-state';
import { IconDevices } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { siteStatesQuery } from '../../shared/device-states/device-states.queries.ts';
import type { CellNumber } from '../../shared/device-states/state-cell.tsx';
import { StateCells, StateField, stateKey } from '../../shared/device-states/state-cells.tsx';
import { StateChips } from '../../shared/device-states/state-chips.tsx';
import { GRID_FROM, stateSections } from '../../shared/device-states/state-sections.ts';
import { StateTable } from '../../shared/device-states/state-table.tsx';
import { useStateTexts } from '../../shared/device-states/use-state-texts.ts';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { SOON, useSiteChanges } from '../../shared/live/use-site-changes.ts';
import { Screen } from '../../shared/screen/screen.tsx';
import { ErrorState } from '../../shared/states/error-state.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import { refetchStates } from '../../shared/widgets/widget-data.queries.ts';
import { closeDetails, openDetails, useDetails } from '../../workspace/details.ts';
import { useDeviceSelection } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useNowMs } from '../../workspace/refresh.ts';
import classes from './device-state.module.css';
import type { DeviceStateSearch } from './device-state-search.ts';
import { LatestChanges } from './latest-changes.tsx';
import { SectionHead } from './section-head.tsx';

interface DeviceStateScreenProps {
  search: DeviceStateSearch;
  onSearch: (search: DeviceStateSearch) => void;
}

/** Every device's state now, by site and type: what stands still, what makes less than its peers, what sends nothing. */
export function DeviceStateScreen(props: DeviceStateScreenProps) {
  const { formatMessage } = useIntl();
  const fleet = useFleet();
  const sites = useShownSites(fleet.sites);
  const queryClient = useQueryClient();
  const siteIds = useMemo(() => sites.map(({ siteId }) => siteId), [sites]);
  const query = useQuery(siteStatesQuery(siteIds, useNowMs()));
  useSiteChanges(() => refetchStates(queryClient), SOON);
  const title = formatMessage({ id: 'Route_device-state' });
  const { data } = query;
  const error = fleet.error ?? query.error;
  if (data && data.items.length > 0)
    return (
      <States
        {...props}
        title={title}
        sites={sites}
        data={data}
        lastMs={query.dataUpdatedAt}
        isCut={query.isError || query.failureCount > 0}
      />
    );
  return (
    <Screen title={title}>
      {error ? (
        <ErrorState error={error} level="page" title="Common_Error_Query_Title" onRetry={() => void query.refetch()} />
      ) : data || (fleet.status === 'success' && sites.length === 0) ? (
        <StateMessage icon={<IconDevices />} level="page" title={formatMessage({ id: 'DeviceState_None' })}>
          {formatMessage({ id: 'DeviceState_None_Message' })}
        </StateMessage>
      ) : (
        <div className={classes.skeleton} role="status" aria-label={formatMessage({ id: 'Common_Loading' })} />
      )}
    </Screen>
  );
}

/** Sites that are selected, else all of them. */
function useShownSites(sites: readonly Site[]): readonly Site[] {
  const selection = useDeviceSelection();
  return useMemo(() => {
    const chosen = new Set(Object.values(selection).map(({ siteSegmentId }) => siteSegmentId));
    const shown = sites.filter(({ siteSegmentId }) => chosen.has(siteSegmentId));
    return shown.length > 0 ? shown : sites;
  }, [sites, selection]);
}

interface StatesProps extends DeviceStateScreenProps {
  title: string;
  sites: readonly Site[];
  data: ResponseOf<typeof deviceStateEndpoints.states>;
  lastMs: number;
  /** The newest request did not reach the server. */
  isCut: boolean;
}

function States({ title, sites, data, lastMs, isCut, search, onSearch }: StatesProps) {
  const { formatMessage } = useIntl();
  const { items, nowMs, changes } = data;
  const { show = 'grid', order = 'site' } = search;
  const states = useMemo(() => new Set<DeviceState>(search.states), [search.states]);
  const [before] = useState(() => new Map<string, string>(items.map((item) => [item.segmentId, stateKey(item)])));
  const details = useDetails();
  const chosenId = details?.kind === 'deviceState' ? details.segmentId : undefined;
  const bySite = useMemo(() => new Map<string, Site>(sites.map((site) => [site.siteId, site])), [sites]);
  const siteName = (siteId: string) => bySite.get(siteId)?.name ?? siteId;
  const zoneOf = (siteId: string) => bySite.get(siteId)?.metadata.timezone ?? 'UTC';
  const currencyOf = (siteId: string) => bySite.get(siteId)?.currency ?? null;
  const open = ({ siteId, segmentId }: DeviceStateItem): void => {
    const site = bySite.get(siteId);
    if (site) openDetails({ kind: 'deviceState', siteSegmentId: site.siteSegmentId, segmentId });
  };
  const siteCount = new Set(items.map(({ siteId }) => siteId)).size;
  const shown = states.size === 0 ? items : items.filter(({ state }) => states.has(state));
  return (
    <Screen
      title={title}
      subtitle={formatMessage({ id: 'DeviceState_Subtitle' }, { devices: items.length, sites: siteCount })}
      actions={
        <>
          <LiveDot lastMs={lastMs} isCut={isCut} changedMs={changes[0]?.atMs} />
          <Segments
            label={formatMessage({ id: 'DeviceState_Show' })}
            value={show}
            options={[
              { value: 'grid', label: formatMessage({ id: 'DeviceState_Show_grid' }) },
              { value: 'table', label: formatMessage({ id: 'DeviceState_Show_table' }) },
            ]}
            onChange={(next) => onSearch({ ...search, show: next === 'grid' ? undefined : next })}
          />
          <div className={classes.order}>
            <SelectField
              label={formatMessage({ id: 'DeviceState_Order' })}
              isLabelHidden
              size="small"
              options={(['site', 'type'] as const).map((value) => ({ value, label: formatMessage({ id: `DeviceState_Order_${value}` }) }))}
              value={order}
              onChange={(next) => onSearch({ ...search, order: next === 'type' ? 'type' : undefined })}
            />
          </div>
        </>
      }
    >
      <div className={classes.content}>
        <StateChips
          items={items}
          states={states}
          onStates={(next) => onSearch({ ...search, states: next.size > 0 ? [...next] : undefined })}
        />
        {show === 'table' ? (
          <StateTable items={shown} nowMs={nowMs} siteName={siteName} currencyOf={currencyOf} openId={chosenId} onOpen={open} />
        ) : (
          <StateField
            label={title}
            items={items}
            nowMs={nowMs}
            zoneOf={zoneOf}
            currencyOf={currencyOf}
            onChoose={open}
            onOpen={open}
            onEscape={chosenId ? closeDetails : undefined}
          >
            {(stopId) => <Sections items={items} order={order} bySite={bySite} options={{ nowMs, states, chosenId, before, stopId }} />}
          </StateField>
        )}
        <LatestChanges
          changes={changes}
          items={items}
          nowMs={nowMs}
          siteName={siteName}
          currencyOf={currencyOf}
          onOpen={(segmentId) => {
            const item = items.find((each) => each.segmentId === segmentId);
            if (item) open(item);
          }}
        />
      </div>
    </Screen>
  );
}

interface SectionsProps {
  items: readonly DeviceStateItem[];
  order: 'site' | 'type';
  bySite: ReadonlyMap<string, Site>;
  options: Omit<Parameters<typeof StateCells>[0], 'items' | 'look'>;
}

function Sections({ items, order, bySite, options }: SectionsProps) {
  const [shows, setShows] = useState<CellNumber>('peers');
  const sections = useMemo(() => stateSections(items, order), [items, order]);
  return (
    <div className={classes.sections}>
      {sections.map((section) => {
        const isGrid = section.items.length >= GRID_FROM;
        return (
          <section key={section.id} className={classes.panel} data-grid={isGrid || undefined}>
            <SectionHead
              section={section}
              site={bySite.get(section.siteId)}
              nowMs={options.nowMs}
              shows={isGrid ? shows : undefined}
              onShows={setShows}
            />
            <StateCells items={section.items} look={isGrid ? 'number' : 'cell'} shows={shows} {...options} />
          </section>
        );
      })}
    </div>
  );
}

/** Whether the states are those of now, and when something changed last. */
function LiveDot({ lastMs, isCut, changedMs }: { lastMs: number; isCut: boolean; changedMs: number | undefined }) {
  const { formatMessage } = useIntl();
  const texts = useStateTexts();
  const text = isCut
    ? formatMessage({ id: 'DeviceState_Live_Cut' }, { time: texts.time(lastMs, 'UTC') })
    : changedMs === undefined
      ? formatMessage({ id: 'DeviceState_Live' })
      : formatMessage({ id: 'DeviceState_Live_Changed' }, { time: texts.time(changedMs, 'UTC') });
  return (
    <span className={classes.live} data-cut={isCut || undefined} role="status">
      {text}
    </span>
  );
}

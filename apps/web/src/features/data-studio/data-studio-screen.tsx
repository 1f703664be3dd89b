import type { SegmentId, SiteId } from '@solvane/contract/ids';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { sitesQuery } from '../../shared/fleet/sites.queries.ts';
import type { DeviceSelectProps } from '../../shared/form-definition/form-item.tsx';
import { Screen } from '../../shared/screen/screen.tsx';
import { SidePanel } from '../../shared/screen/side-panel.tsx';
import { commonZone } from '../../shared/time/common-zone.ts';
import type { WidgetLibrary } from '../../shared/widgets/define-widget.ts';
import { useDeviceSelection, useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import { useSelectedSignalIds } from '../../workspace/signal-selection.ts';
import classes from './data-studio.module.css';
import { SignalDrop } from './signal-drop.tsx';
import { StudioBody } from './studio-body.tsx';
import type { StudioSearch } from './studio-search.ts';
import { NothingChosen } from './studio-states.tsx';

const StudioSidePanel = lazy(async () => ({ default: (await import('./views/studio-side-panel.tsx')).StudioSidePanel }));

interface DataStudioScreenProps {
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  /** Widgets that draw other kinds of charts. */
  library: WidgetLibrary;
  DeviceSelect: ComponentType<DeviceSelectProps>;
}

/** The chosen signals of the chosen devices, drawn as soon as both are chosen. */
export function DataStudioScreen({ search, onSearch, library, DeviceSelect }: DataStudioScreenProps) {
  const { formatMessage } = useIntl();
  const segmentIds = useSelectedSegmentIds();
  const signalIds = useSelectedSignalIds();
  const { zone, siteIds, siteSegmentIds, siteName } = useSelectedSites();
  const isReady = segmentIds.length > 0 && signalIds.length > 0;

  return (
    <Screen title={formatMessage({ id: 'Route_data-studio' })} hideTitle fullBleed>
      <SignalDrop>
        {isReady && zone !== null ? (
          <StudioBody
            segmentIds={segmentIds}
            signalIds={signalIds}
            zone={zone}
            siteIds={siteIds}
            siteSegmentIds={siteSegmentIds}
            siteName={siteName}
            search={search}
            onSearch={onSearch}
            library={library}
            DeviceSelect={DeviceSelect}
          />
        ) : (
          <div className={classes.studio}>{!isReady && <NothingChosen devices={segmentIds.length} />}</div>
        )}
      </SignalDrop>
      <SidePanel title={formatMessage({ id: 'DataStudio_SidePanel' })}>
        <Suspense>
          <StudioSidePanel search={search} onSearch={onSearch} segmentIds={segmentIds} signalIds={signalIds} zone={zone ?? 'UTC'} />
        </Suspense>
      </SidePanel>
    </Screen>
  );
}

interface SelectedSites {
  /** null: the sites are not known yet. */
  zone: string | null;
  siteIds: ReadonlySet<SiteId>;
  siteSegmentIds: readonly SegmentId[];
  siteName: (segmentId: string | null) => string | null;
}

/** Zone of the chosen devices, and the names that tell devices of several sites apart. */
function useSelectedSites(): SelectedSites {
  const selection = useDeviceSelection();
  const { data, isError } = useQuery(sitesQuery());
  const siteBySegment = useMemo(() => new Map(data?.sites.map((site) => [site.siteSegmentId, site])), [data]);
  const chosen = useMemo(() => new Set(Object.values(selection).map(({ siteSegmentId }) => siteSegmentId)), [selection]);
  const siteNames = useMemo(
    () =>
      new Map<string, string>(
        Object.entries(selection).flatMap(([segmentId, { siteSegmentId }]) => {
          const name = siteBySegment.get(siteSegmentId)?.name;
          return name === undefined || segmentId === siteSegmentId ? [] : [[segmentId, name]];
        }),
      ),
    [selection, siteBySegment],
  );
  const siteName = useCallback(
    (segmentId: string | null) => (chosen.size > 1 && segmentId !== null ? (siteNames.get(segmentId) ?? null) : null),
    [chosen, siteNames],
  );
  const zone = data || isError ? commonZone([...chosen].map((id) => siteBySegment.get(id)?.metadata.timezone)) : null;
  const siteIds = useMemo(() => new Set([...chosen].flatMap((id) => siteBySegment.get(id)?.siteId ?? [])), [chosen, siteBySegment]);
  const siteSegmentIds = useMemo(() => [...chosen], [chosen]);
  return { zone, siteIds, siteSegmentIds, siteName };
}

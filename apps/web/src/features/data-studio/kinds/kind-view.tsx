import { Button } from '@mantine/core';
import { type PointFilter, pointFiltersSchema } from '@solvane/contract/point-filters';
import { IconChartDots, IconDatabaseOff } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { DeviceSelectProps } from '../../../shared/form-definition/form-item.tsx';
import { StateMessage } from '../../../shared/states/state-message.tsx';
import type { WidgetLibrary, WidgetRegistry } from '../../../shared/widgets/define-widget.ts';
import widgetClasses from '../../../shared/widgets/widget.module.css';
import { Widget } from '../../../shared/widgets/widget.tsx';
import { WidgetTypes } from '../../../shared/widgets/widget-types.tsx';
import { useFleet } from '../../../workspace/fleet/use-fleet.ts';
import { useWidgetPage } from '../../../workspace/fleet/use-widget-page.ts';
import { setSignalPanelOpen } from '../../../workspace/panels.ts';
import type { StudioSearch } from '../studio-search.ts';
import classes from './kind-view.module.css';
import { type KindNeed, kindWidget, ownSettings, type WidgetKind, widgetTypeOf } from './studio-kinds.ts';

const WidgetForm = lazy(async () => ({ default: (await import('../../../shared/widgets/widget-form.tsx')).WidgetForm }));

export interface KindViewProps {
  kind: WidgetKind;
  signalIds: readonly string[];
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  library: WidgetLibrary;
  DeviceSelect: ComponentType<DeviceSelectProps>;
}

/** The chosen signals as another kind of chart: a widget as on dashboards, with its table, exports and settings. */
export default function KindView({ kind, library, ...props }: KindViewProps) {
  const type = widgetTypeOf(kind);
  const of = useMemo(() => [{ type }], [type]);
  if (!library[type]) return <NotThere />;
  return (
    <WidgetTypes library={library} of={of}>
      {(registry) => <LoadedKind kind={kind} registry={registry} {...props} />}
    </WidgetTypes>
  );
}

function LoadedKind({
  kind,
  registry,
  signalIds,
  search,
  onSearch,
  DeviceSelect,
}: Omit<KindViewProps, 'library'> & { registry: WidgetRegistry }) {
  const [isSetting, setSetting] = useState(false);
  const { sites, enterprises } = useFleet();
  const page = useWidgetPage(sites, enterprises);
  const own = search.widget ?? NOTHING;
  const settings = registry[widgetTypeOf(kind)]?.settings;
  const filters = search.filters ?? NO_FILTERS;
  const version = settings?.version ?? 1;
  const result = useMemo(() => kindWidget({ kind, signalIds, own, filters, version }), [kind, signalIds, own, filters, version]);
  if ('need' in result) return <Needs need={result.need} />;
  if (!page) return null;
  return (
    <div className={isSetting ? classes.view : `${classes.view} ${widgetClasses.fills}`}>
      {isSetting ? (
        <Suspense>
          <WidgetForm
            stored={result.widget}
            registry={registry}
            page={page}
            DeviceSelect={DeviceSelect}
            onSave={(stored) => {
              const { filters: changed, ...saved } = stored.settings;
              // Filters are those of the screen: their chips say what they do, and every kind has them.
              const { data: kept = [] } = pointFiltersSchema.safeParse(changed);
              onSearch({
                widget: ownSettings(saved, { kind, signalIds, filters, version, defaults: settings?.defaults ?? NOTHING }),
                ...(changed !== undefined && { filters: kept.length > 0 ? kept : undefined }),
              });
              setSetting(false);
            }}
            onCancel={() => setSetting(false)}
          />
        </Suspense>
      ) : (
        <Widget stored={result.widget} registry={registry} page={page} onConfigure={() => setSetting(true)} />
      )}
    </div>
  );
}

const NOTHING: Readonly<Record<string, unknown>> = {};
const NO_FILTERS: readonly PointFilter[] = [];

/** Too few signals for this kind: says what is missing and opens where it is chosen. */
function Needs({ need }: { need: KindNeed }) {
  const { formatMessage } = useIntl();
  return (
    <StateMessage
      icon={<IconChartDots />}
      level="page"
      title={formatMessage({ id: need === 'xAndY' ? 'DataStudio_Kind_NeedsXY' : 'DataStudio_Empty_Signals_Title' })}
      actions={
        <Button variant="filled" onClick={() => setSignalPanelOpen(true)}>
          {formatMessage({ id: 'DataStudio_Empty_ChooseSignals' })}
        </Button>
      }
    >
      {formatMessage({ id: need === 'xAndY' ? 'DataStudio_Kind_NeedsXY_Message' : 'DataStudio_Kind_NeedsSignal_Message' })}
    </StateMessage>
  );
}

function NotThere() {
  const { formatMessage } = useIntl();
  return (
    <StateMessage icon={<IconDatabaseOff />} level="page" title={formatMessage({ id: 'Widget_newer' })}>
      {null}
    </StateMessage>
  );
}

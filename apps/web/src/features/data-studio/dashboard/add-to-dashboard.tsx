import type { SegmentId } from '@solvane/contract/ids';
import { useIntl } from 'react-intl';
import { FormDialog } from '../../../shared/dialogs/form-dialog.tsx';
import type { WidgetLibrary } from '../../../shared/widgets/define-widget.ts';
import { WidgetTypes } from '../../../shared/widgets/widget-types.tsx';
import type { StudioKind } from '../kinds/studio-kind.ts';
import { kindWidget, onDevices, widgetTypeOf } from '../kinds/studio-kinds.ts';
import type { StudioSearch } from '../studio-search.ts';
import AddToDashboardDialog from './add-to-dashboard-dialog.tsx';
import { timeSeriesSettings } from './time-series-settings.ts';

interface AddToDashboardProps {
  kind: StudioKind;
  signalIds: readonly string[];
  segmentIds: readonly SegmentId[];
  search: StudioSearch;
  /** Of the plots on screen, in their order. */
  units: readonly string[];
  library: WidgetLibrary;
  onClose: () => void;
}

const SIZE = [12, 8] as const;

/** What is drawn as a widget, with the devices of this screen and the period of the dashboard. */
export default function AddToDashboard({ kind, signalIds, segmentIds, search, units, library, onClose }: AddToDashboardProps) {
  const { formatMessage } = useIntl();
  const type = kind === 'timeSeries' ? 'timeSeries' : widgetTypeOf(kind);
  return (
    <WidgetTypes library={library} of={[{ type }]}>
      {(registry) => {
        const definition = registry[type];
        const version = definition?.settings.version ?? 1;
        const result =
          kind === 'timeSeries'
            ? { widget: timeSeriesWidget(version, timeSeriesSettings({ signalIds, search, units })) }
            : kindWidget({ kind, signalIds, own: search.widget ?? {}, filters: search.filters ?? [], version });
        if (!definition || 'need' in result || definition.settings.read(result.widget).status !== 'complete')
          return (
            <FormDialog title={formatMessage({ id: 'DataStudio_AddToDashboard' })} onClose={onClose}>
              <p>{formatMessage({ id: 'DataStudio_AddToDashboard_NotComplete' })}</p>
            </FormDialog>
          );
        return (
          <AddToDashboardDialog widget={onDevices(result.widget, segmentIds)} size={definition.size?.initial ?? SIZE} onClose={onClose} />
        );
      }}
    </WidgetTypes>
  );
}

function timeSeriesWidget(version: number, settings: Record<string, unknown>) {
  const position = { x: 0, y: 0, w: SIZE[0], h: SIZE[1] };
  return { id: 'studio', type: 'timeSeries', version, position, phoneOrder: 0, settings };
}

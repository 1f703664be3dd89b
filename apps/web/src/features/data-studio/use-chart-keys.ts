import { zoomAround } from '@solvane/charts/options/zoom';
import type { Period } from '@solvane/energy/time/local-day';
import type { MessageKey } from '@solvane/i18n/messages';
import { useListedKeys, useShortcut } from '../../shared/keys/use-shortcut.ts';

interface ChartKeys {
  view: Period;
  domain: Period;
  onViewChange: (view: Period) => void;
  onUndo: () => void;
}

/** Keys of the chart that act while it has the focus. */
const CHART_KEYS: Readonly<Record<string, MessageKey>> = {
  '← →': 'DataStudio_Key_Cursor',
  'Home End': 'DataStudio_Key_Ends',
  'PageUp PageDown': 'DataStudio_Key_Pan',
  Enter: 'DataStudio_Key_PinA',
  S: 'DataStudio_Key_Span',
  Esc: 'DataStudio_Key_Escape',
};

/** Keys for the zoom that act wherever the focus is, and the others of the chart in the list of shortcuts. */
export function useChartKeys({ view, domain, onViewChange, onUndo }: ChartKeys): void {
  const zoom = (factor: number): void => onViewChange(zoomAround({ view, domain, aroundMs: (view.startMs + view.endMs) / 2, factor }));
  useShortcut('0', () => onViewChange(domain), 'DataStudio_Key_Fit');
  useShortcut('+', () => zoom(0.5), 'DataStudio_Key_ZoomIn');
  useShortcut('-', () => zoom(2), 'DataStudio_Key_ZoomOut');
  useShortcut('Mod+Z', onUndo, 'DataStudio_Key_Undo');
  useListedKeys(CHART_KEYS);
}

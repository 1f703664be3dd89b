import { PANES } from '@solvane/contract/limits';
import { ResizablePane } from '@solvane/ui/resizable-pane';
import { IconBinaryTree, IconWaveSawTool } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import type { DevicePanelRules } from '../../shared/routing/page.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { useRoom } from '../../shared/screen/use-room.ts';
import { useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { openPanels, paneSizes, setDevicePanelOpen, setPaneSize, setSignalPanelOpen } from '../../workspace/panels.ts';
import { useSelectedSignalIds } from '../../workspace/signal-selection.ts';
import { DevicePanel } from '../device-panel/device-panel.tsx';
import { SignalsPanel } from '../signals-panel/signals-panel.tsx';
import { PaneRail } from './pane-rail.tsx';
import classes from './panes.module.css';

const ALL_RULES: DevicePanelRules = {};

/** Panels left of the screen: side by side where there is room, else one at a time over it. */
export function LeftPanes() {
  const page = usePage();
  const rules = page.devicePanel === true ? ALL_RULES : page.devicePanel;
  return (
    <>
      {rules && <DevicePane rules={rules} />}
      {page.signalsPanel && <SignalsPane calcTypes={page.signalsCalcTypes} />}
    </>
  );
}

function DevicePane({ rules }: { rules: DevicePanelRules }) {
  const { formatMessage } = useIntl();
  const { isDevicePanelOpen } = useSelector(openPanels);
  const { device } = useSelector(paneSizes);
  const count = useSelectedSegmentIds().length;
  const siteCount = useFleet().sites.length;
  const label =
    count > 0
      ? formatMessage({ id: 'DevicePanel_Rail_Selected' }, { count })
      : formatMessage({ id: 'DevicePanel_Rail_All' }, { count: siteCount });
  useShortcut('[', () => setDevicePanelOpen(!isDevicePanelOpen), 'Shortcut_DevicePanel');
  return (
    <Pane
      label={formatMessage({ id: 'DevicePanel_Resize' })}
      size={device}
      limits={PANES.device}
      isOpen={isDevicePanelOpen}
      rail={<PaneRail icon={<IconBinaryTree />} label={label} onOpen={() => setDevicePanelOpen(true)} />}
      onResize={(size) => setPaneSize('device', size)}
      onClose={() => setDevicePanelOpen(false)}
    >
      <DevicePanel rules={rules} />
    </Pane>
  );
}

function SignalsPane({ calcTypes }: { calcTypes: readonly string[] | undefined }) {
  const { formatMessage } = useIntl();
  const { isSignalPanelOpen } = useSelector(openPanels);
  const { signals } = useSelector(paneSizes);
  const count = useSelectedSignalIds().length;
  useShortcut(']', () => setSignalPanelOpen(!isSignalPanelOpen), 'Shortcut_SignalsPanel');
  return (
    <Pane
      label={formatMessage({ id: 'SignalsPanel_Resize' })}
      size={signals}
      limits={PANES.signals}
      isOpen={isSignalPanelOpen}
      rail={
        <PaneRail
          icon={<IconWaveSawTool />}
          label={formatMessage({ id: 'SignalsPanel_Rail' }, { count })}
          onOpen={() => setSignalPanelOpen(true)}
        />
      }
      onResize={(size) => setPaneSize('signals', size)}
      onClose={() => setSignalPanelOpen(false)}
    >
      <SignalsPanel calcTypes={calcTypes} />
    </Pane>
  );
}

interface PaneProps {
  label: string;
  size: number;
  limits: { default: number; min: number; max: number };
  isOpen: boolean;
  rail: ReactNode;
  onResize: (size: number) => void;
  onClose: () => void;
  children: ReactNode;
}

function Pane({ label, size, limits, isOpen, rail, onResize, onClose, children }: PaneProps) {
  const room = useRoom();
  if (!isOpen) return room === 'phone' ? null : rail;
  if (room === 'wide') {
    return (
      <ResizablePane
        label={label}
        side="left"
        size={size}
        min={limits.min}
        max={limits.max}
        defaultSize={limits.default}
        onResize={onResize}
      >
        {children}
      </ResizablePane>
    );
  }
  return (
    <>
      {room === 'narrow' && rail}
      <button type="button" className={classes.scrim} aria-label={label} tabIndex={-1} onClick={onClose} />
      <div className={classes.overlay} data-room={room}>
        {children}
      </div>
    </>
  );
}

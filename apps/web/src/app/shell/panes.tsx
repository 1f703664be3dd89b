import { PANES } from '@solvane/contract/limits';
import { ResizablePane } from '@solvane/ui/resizable-pane';
import { IconBinaryTree, IconWaveSawTool } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import type { DevicePanelRules } from '../../shared/routing/page.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { useInTurn } from '../../shared/screen/use-in-turn.ts';
import { useViewport } from '../../shared/screen/use-viewport.ts';
import { useSelectedSegmentIds } from '../../workspace/device-selection.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { paneSizes, setPaneSize, showOverlay } from '../../workspace/panels.ts';
import { useSelectedSignalIds } from '../../workspace/signal-selection.ts';
import { DevicePanel } from '../device-panel/device-panel.tsx';
import { PaneRail } from './pane-rail.tsx';
import classes from './panes.module.css';
import { type LeftPane, useIsBeside, usePaneOpen } from './use-pane-open.ts';

// Home has none: it comes with the first screen that shows signals.
const SignalsPanel = lazy(async () => ({ default: (await import('../signals-panel/signals-panel.tsx')).SignalsPanel }));

const ALL_RULES: DevicePanelRules = {};

/** Panels left of the screen: beside it if the window is wide enough, else one at a time over it. */
export function LeftPanes() {
  const page = usePage();
  const viewport = useViewport();
  const isDeviceBeside = useIsBeside('device');
  const areSignalsBeside = useIsBeside('signals');
  // Overlays close when the page or the layout changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or another width is the reason
  useEffect(() => showOverlay(null), [page.name, viewport, isDeviceBeside, areSignalsBeside]);
  const rules = page.devicePanel === true ? ALL_RULES : page.devicePanel;
  return (
    <>
      {rules && (
        <InPlace pane="device">
          <DevicePane rules={rules} />
        </InPlace>
      )}
      {page.signalsPanel && (
        <InPlace pane="signals">
          <SignalsPane calcTypes={page.signalsCalcTypes} />
        </InPlace>
      )}
    </>
  );
}

/** A panel has its place before it has its turn and its words. */
function InPlace({ pane, children }: { pane: LeftPane; children: ReactNode }) {
  const isTurn = useInTurn(true);
  const place = <PanePlace pane={pane} />;
  return <Suspense fallback={place}>{isTurn ? children : place}</Suspense>;
}

/** Keeps the width of a panel that is not there yet, so that the screen beside it does not jump. */
function PanePlace({ pane }: { pane: LeftPane }) {
  const viewport = useViewport();
  const [isOpen] = usePaneOpen(pane);
  const isBeside = useIsBeside(pane);
  const { [pane]: size } = useSelector(paneSizes);
  if (viewport === 'phone') return null;
  if (!isOpen || !isBeside) return <div className={classes.rail} />;
  return <div className={classes.place} style={{ inlineSize: size }} />;
}

function DevicePane({ rules }: { rules: DevicePanelRules }) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = usePaneOpen('device');
  const isBeside = useIsBeside('device');
  const { device } = useSelector(paneSizes);
  const count = useSelectedSegmentIds().length;
  const siteCount = useFleet().sites.length;
  const label =
    count > 0
      ? formatMessage({ id: 'DevicePanel_Rail_Selected' }, { count })
      : formatMessage({ id: 'DevicePanel_Rail_All' }, { count: siteCount });
  useShortcut('[', () => setOpen(!isOpen), 'Shortcut_DevicePanel');
  return (
    <Pane
      title={formatMessage({ id: 'DevicePanel_Title' })}
      label={formatMessage({ id: 'DevicePanel_Resize' })}
      size={device}
      limits={PANES.device}
      isOpen={isOpen}
      isBeside={isBeside}
      rail={<PaneRail icon={<IconBinaryTree />} label={label} onOpen={() => setOpen(true)} />}
      onResize={(size) => setPaneSize('device', size)}
      onClose={() => setOpen(false)}
    >
      <Suspense>
        <DevicePanel rules={rules} onClose={() => setOpen(false)} />
      </Suspense>
    </Pane>
  );
}

function SignalsPane({ calcTypes }: { calcTypes: readonly string[] | undefined }) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = usePaneOpen('signals');
  const isBeside = useIsBeside('signals');
  const { signals } = useSelector(paneSizes);
  const count = useSelectedSignalIds().length;
  useShortcut(']', () => setOpen(!isOpen), 'Shortcut_SignalsPanel');
  return (
    <Pane
      title={formatMessage({ id: 'SignalsPanel_Title' })}
      label={formatMessage({ id: 'SignalsPanel_Resize' })}
      size={signals}
      limits={PANES.signals}
      isOpen={isOpen}
      isBeside={isBeside}
      rail={
        <PaneRail icon={<IconWaveSawTool />} label={formatMessage({ id: 'SignalsPanel_Rail' }, { count })} onOpen={() => setOpen(true)} />
      }
      onResize={(size) => setPaneSize('signals', size)}
      onClose={() => setOpen(false)}
    >
      <Suspense>
        <SignalsPanel calcTypes={calcTypes} onClose={() => setOpen(false)} />
      </Suspense>
    </Pane>
  );
}

interface PaneProps {
  title: string;
  label: string;
  size: number;
  limits: { default: number; min: number; max: number };
  isOpen: boolean;
  isBeside: boolean;
  rail: ReactNode;
  onResize: (size: number) => void;
  onClose: () => void;
  children: ReactNode;
}

function Pane({ title, label, size, limits, isOpen, isBeside, rail, onResize, onClose, children }: PaneProps) {
  const viewport = useViewport();
  useShortcut(isOpen && !isBeside ? 'Escape' : undefined, onClose);
  if (!isOpen) return viewport === 'phone' ? null : rail;
  if (isBeside) {
    return (
      <ResizablePane
        title={title}
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
      {viewport !== 'phone' && rail}
      <button type="button" className={classes.scrim} aria-hidden="true" tabIndex={-1} onClick={onClose} />
      <section className={classes.overlay} aria-label={title}>
        {children}
      </section>
    </>
  );
}

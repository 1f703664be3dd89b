import type { EnergyType } from '@solvane/contract/fleet';
import { __iconNode as battery } from '@tabler/icons-react/dist/esm/icons/IconBattery2.mjs';
import { __iconNode as bolt } from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import { __iconNode as solarPanel } from '@tabler/icons-react/dist/esm/icons/IconSolarPanel.mjs';
import { __iconNode as windmill } from '@tabler/icons-react/dist/esm/icons/IconWindmill.mjs';

const ICONS: Record<EnergyType, { lines: string; colour: string }> = {
  PV: { lines: linesOf(solarPanel), colour: 'var(--pv-text)' },
  Wind: { lines: linesOf(windmill), colour: 'var(--wind-text)' },
  BESS: { lines: linesOf(battery), colour: 'var(--battery-text)' },
  Hybrid: { lines: linesOf(bolt), colour: 'var(--hybrid-text)' },
};

/** The one mark of an energy type. Decoration beside a name: who needs it in words reads the text next to it. */
export function EnergyTypeIcon({ energyType, size = 16 }: { energyType: EnergyType; size?: number }) {
  const { lines, colour } = ICONS[energyType];
  return (
    <svg className={ICON} width={size} height={size} viewBox="0 0 24 24" fill="none" stroke={colour} aria-hidden>
      <path d={lines} />
    </svg>
  );
}

/** As all icons of the library. */
const ICON = 'tabler-icon';

/** All of an icon as one path: each part of its own costs time in every row that scrolls into view. */
function linesOf(parts: typeof solarPanel): string {
  return parts.map(([, { d }]) => d).join('');
}

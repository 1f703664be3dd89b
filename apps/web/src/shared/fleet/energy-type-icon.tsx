import type { EnergyType } from '@solvane/contract/fleet';
import { IconBattery2, IconBolt, IconSolarPanel, IconWindmill } from '@tabler/icons-react';
import type { ComponentType } from 'react';

const ICONS: Record<EnergyType, { Icon: ComponentType<{ size?: number; stroke?: number; color?: string }>; colour: string }> = {
  PV: { Icon: IconSolarPanel, colour: 'var(--pv-text)' },
  Wind: { Icon: IconWindmill, colour: 'var(--wind-text)' },
  BESS: { Icon: IconBattery2, colour: 'var(--battery-text)' },
  Hybrid: { Icon: IconBolt, colour: 'var(--hybrid-text)' },
};

/** The one mark of an energy type. Decoration beside a name: who needs it in words reads the text next to it. */
export function EnergyTypeIcon({ energyType, size = 16 }: { energyType: EnergyType; size?: number }) {
  const { Icon, colour } = ICONS[energyType];
  return <Icon size={size} stroke={1.6} color={colour} aria-hidden />;
}

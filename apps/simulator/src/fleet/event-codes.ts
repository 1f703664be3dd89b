import type { EventCodeEntry } from './event-code-entry.ts';
import { AEROSTROM_CODES } from './event-codes-aerostrom.ts';
import { KELVAR_CODES } from './event-codes-kelvar.ts';
import { LUMENAR_CODES } from './event-codes-lumenar.ts';

export interface EventCodeList {
  manufacturer: ManufacturerName;
  energyType: 'PVPlant' | 'Wind' | 'Battery';
  models: readonly string[];
  codes: readonly EventCodeEntry[];
  /** Codes the devices send although no list explains them: they stay unmapped on purpose. */
  undocumented: readonly { code: string; text: string }[];
}

export type ManufacturerName = 'Lumenar' | 'Aerostrom' | 'Kelvar';

/** The three manufacturers of the demo fleet: inverters and plant controllers, wind turbines, batteries. */
export const EVENT_CODE_LISTS: readonly EventCodeList[] = [
  {
    manufacturer: 'Lumenar',
    energyType: 'PVPlant',
    models: ['LX-1250', 'LX-2000', 'LX-3000', 'LX-4000', 'LX-5000', 'GridMaster'],
    codes: LUMENAR_CODES,
    undocumented: [
      { code: '1887', text: 'DSP2 0x1F' },
      { code: '1888', text: 'DSP2 0x2C' },
      { code: '1903', text: 'FW assert' },
      { code: '1947', text: '' },
    ],
  },
  {
    manufacturer: 'Aerostrom',
    energyType: 'Wind',
    models: ['A90-2000', 'A103-2500', 'A136-4200'],
    codes: AEROSTROM_CODES,
    undocumented: [
      { code: '871', text: 'Srv mode ext' },
      { code: '872', text: 'Srv mode ext end' },
      { code: '905', text: '' },
      { code: '911', text: 'K7 feedback' },
      { code: '934', text: 'LCTU 3' },
    ],
  },
  {
    manufacturer: 'Kelvar',
    energyType: 'Battery',
    models: ['K-5000', 'K-2500', 'K-2000', 'KC-10'],
    codes: KELVAR_CODES,
    undocumented: [
      { code: '2711', text: 'HVAC aux 2' },
      { code: '2750', text: '' },
      { code: '2763', text: 'BMU retry' },
    ],
  },
];

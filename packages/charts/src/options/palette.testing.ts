import type { KindPalette } from './kind-frame.ts';

const ramp = (first: number) => Array.from({ length: 9 }, (_, step) => `#0000${(first + step).toString(16).padStart(2, '0')}`);

/** Every role has a colour of its own: a drawing can be searched for them. */
export const TEST_PALETTE: KindPalette = {
  ...{ lines: ['#101010', '#202020', '#303030'], heat: ramp(0x20), diverging: ramp(0x40), font: 'sans-serif' },
  ...{ text1: '#000001', text2: '#000002', grid: '#000003', axis: '#000004', actualFill: '#000005', expected: '#000006', lost: '#000007' },
  ...{
    actual: '#000008',
    text3: '#000009',
    surface2: '#00000a',
    surface3: '#00000b',
    missing: '#00000c',
    partial: '#00000d',
    accent: '#00000e',
    budget: '#00000f',
    land: '#000010',
    landLine: '#000011',
  },
  surface: '#ffffff',
  events: { 'ev-downtime': '#0000a1' },
};

import { afterEach, expect, test, vi } from 'vitest';
import { kindSvg } from './kind-image.tsx';
import type { KindPalette } from './options/kind-frame.ts';
import { waterfallOption } from './options/waterfall.ts';

afterEach(() => vi.unstubAllGlobals());

test('the picture is well-formed XML with any text and with a font whose name is in quotes', () => {
  vi.stubGlobal('getComputedStyle', () => ({ fontFamily: '"Inter Variable", sans-serif', getPropertyValue: () => '' }));
  const steps = [{ label: 'A & <B>', kind: 'level', value: 10 }] as const;
  const build = (palette: KindPalette) => waterfallOption({ palette, locale: 'en-US', unit: 'kWh', steps });
  const svg = kindSvg({ charts: [{ label: 'PV', build }], title: 'Losses "A" & <B>', subtitle: 'May', mark: 'Solvane' });
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(drawing.querySelector('parsererror')).toBeNull();
  expect([...drawing.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Losses "A" & <B>', 'May', 'PV', 'A & <B>', 'Solvane']),
  );
});

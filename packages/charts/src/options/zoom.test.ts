import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeLabels } from './direct-labels.ts';
import { assignColours } from './line-colours.ts';
import { pan, pinch, SHORTEST_VIEW_MS, span, zoomAround } from './zoom.ts';

const DOMAIN = { startMs: 0, endMs: 86_400_000 };

test('zooming keeps the instant under the pointer where it is', () => {
  const view = zoomAround({ view: DOMAIN, domain: DOMAIN, aroundMs: 21_600_000, factor: 0.5 });
  expect(view).toEqual({ startMs: 10_800_000, endMs: 54_000_000 });
});

test('no zoom or pan leaves the period or gets too short', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.001, max: 50, noNaN: true }),
      fc.integer({ min: -200_000_000, max: 200_000_000 }),
      (share, factor, byMs) => {
        const zoomed = zoomAround({
          view: { startMs: 20_000_000, endMs: 60_000_000 },
          domain: DOMAIN,
          aroundMs: 20_000_000 + share * 40_000_000,
          factor,
        });
        for (const view of [zoomed, pan(zoomed, DOMAIN, byMs)]) {
          expect(view.startMs).toBeGreaterThanOrEqual(DOMAIN.startMs);
          expect(view.endMs).toBeLessThanOrEqual(DOMAIN.endMs);
          expect(view.endMs - view.startMs).toBeGreaterThanOrEqual(SHORTEST_VIEW_MS - 1);
        }
      },
    ),
  );
});

test('a span can be dragged either way and is never empty', () => {
  expect(span(50_000_000, 20_000_000, DOMAIN)).toEqual({ startMs: 20_000_000, endMs: 50_000_000 });
  expect(span(86_400_000, 86_400_000, DOMAIN)).toEqual({ startMs: 86_400_000 - SHORTEST_VIEW_MS, endMs: 86_400_000 });
});

test('two fingers keep what they touch', () => {
  const view = pinch({ held: [20_000_000, 40_000_000], at: [100, 300], width: 400, domain: DOMAIN });
  const perPixel = (view.endMs - view.startMs) / 400;
  expect(view.startMs + 100 * perPixel).toBeCloseTo(20_000_000, -1);
  expect(view.startMs + 300 * perPixel).toBeCloseTo(40_000_000, -1);
});

test('labels keep the order of their lines and never cover each other', () => {
  const places = placeLabels(
    [
      { id: 'b', y: 52 },
      { id: 'a', y: 50 },
      { id: 'c', y: 99 },
    ],
    14,
    100,
  );
  expect(places.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  for (const [index, place] of places.entries()) expect(place.labelY - (places[index - 1]?.labelY ?? -100)).toBeGreaterThanOrEqual(14);
  expect(places.at(-1)?.labelY).toBeLessThanOrEqual(93);
  expect(
    placeLabels(
      Array.from({ length: 9 }, (_, id) => ({ id: String(id), y: 5 })),
      14,
      100,
    ),
  ).toEqual([]);
});

test('lines that end together at the bottom have no stack of labels', () => {
  const atZero = ['a', 'b', 'c', 'd'].map((id) => ({ id, y: 92 }));
  expect(placeLabels([...atZero, { id: 'e', y: 20 }], 14, 100).map(({ id }) => id)).toEqual(['e']);
});

test('a line keeps its colour when others come and go', () => {
  const first = assignColours(['a', 'b', 'c'], new Map());
  const second = assignColours(['c', 'd'], first);
  expect(second.get('c')).toBe(2);
  expect(second.get('d')).toBe(0);
  const crowded = assignColours(Array.from('abcdefghijkl'), first);
  expect(crowded).toEqual(first);
});

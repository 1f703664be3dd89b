import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { expect, test } from 'vitest';
import { widgetLayout } from './widget-layout.ts';

const isMetric = (type: string) => type === 'keyMetric';

function widget(id: string, [x, y, w, h]: readonly [number, number, number, number], phoneOrder: number, type = 'bar'): StoredWidget {
  return { id, type, version: 1, position: { x, y, w, h }, phoneOrder, settings: {} };
}

const WIDGETS = [
  ...[2, 1, 3, 7, 8, 9].map((order, index) => widget(`metric ${order}`, [index * 2, 0, 2, 2], order, 'keyMetric')),
  widget('table', [0, 2, 7, 11], 4),
  widget('map', [7, 2, 5, 4], 11),
  widget('events', [7, 6, 5, 7], 5),
];

function slots(viewport: Parameters<typeof widgetLayout>[1], widgets = WIDGETS) {
  return widgetLayout(widgets, viewport, isMetric).map(({ widgets: own, position: { x, y, w, h } }) => [
    own.map(({ id }) => id).join(),
    x,
    y,
    w,
    h,
  ]);
}

const STRIP = 'metric 2,metric 1,metric 3,metric 7,metric 8,metric 9';

test('a wide window has the stored positions, and metrics beside each other are one strip', () => {
  expect(slots('wide')).toEqual([
    [STRIP, 0, 0, 12, 2],
    ['table', 0, 2, 7, 11],
    ['map', 7, 2, 5, 4],
    ['events', 7, 6, 5, 7],
  ]);
});

test('a tablet has six columns: what stood side by side still does, also at odd columns', () => {
  expect(slots('narrow')).toEqual([
    [STRIP, 0, 0, 12, 2],
    ['table', 0, 2, 8, 11],
    ['map', 8, 2, 4, 4],
    ['events', 8, 6, 4, 7],
  ]);
});

test('widgets that share a column after halving come one below the other', () => {
  expect(slots('narrow', [widget('a', [0, 0, 1, 2], 1), widget('b', [1, 0, 1, 3], 2), widget('c', [11, 0, 1, 2], 3)])).toEqual([
    ['a', 0, 0, 2, 2],
    ['b', 2, 0, 2, 3],
    ['c', 10, 0, 2, 2],
  ]);
});

test('a phone has one column in the order for phones, in which only metrics that follow each other form a strip', () => {
  expect(slots('phone').map(([ids]) => ids)).toEqual([
    'metric 1,metric 2,metric 3',
    'table',
    'events',
    'metric 7,metric 8,metric 9',
    'map',
  ]);
});

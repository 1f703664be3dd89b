import type { Site } from '@solvane/contract/fleet';
import { type StoredWidget, widgetSettings } from '@solvane/contract/widgets/widget-settings';
import { expect, test } from 'vitest';
import { SITES as PARTS, toSite } from '../../testing/fake-fleet.ts';
import { defineWidget } from './define-widget.ts';
import { moveUp, shownWidgets } from './shown-widgets.ts';

const any = defineWidget({
  settings: widgetSettings({ type: 'any', shape: {} }),
  catalogue: { name: 'Widget_Type_text', about: 'Widget_About_text' },
  size: { least: [1, 1], initial: [2, 2] },
  frame: 'panel',
  title: () => 'Home_Attention',
  queries: () => ({}),
  table: () => ({ columns: [], rows: [] }),
});

function widget(id: string, [x, y, w, h]: [number, number, number, number], settings: StoredWidget['settings'] = {}): StoredWidget {
  return { id, type: 'any', version: 1, position: { x, y, w, h }, phoneOrder: y, settings };
}

const SITES: readonly Site[] = PARTS.map(toSite);
const PAGE = { period: { startMs: 0, endMs: 1 }, zone: 'UTC', nowMs: 0, powerDeviceIds: null };
const ofType = (type: string) => SITES.filter(({ metadata }) => metadata.energyType === type);
const rowsOf = (widgets: readonly StoredWidget[]) => widgets.map(({ id, position: { y } }) => [id, y]);

test('a widget for batteries is left out without a battery, and the rows below move up', () => {
  const widgets = [
    widget('head', [0, 0, 12, 2]),
    widget('battery', [0, 2, 12, 4], { showFor: ['BESS'] }),
    widget('left', [0, 6, 6, 3]),
    widget('right', [6, 6, 6, 3]),
  ];
  const shown = (sites: readonly Site[]) => rowsOf(shownWidgets({ widgets, registry: { any }, page: { ...PAGE, sites } }));
  expect(shown(ofType('Wind'))).toEqual([
    ['head', 0],
    ['left', 2],
    ['right', 2],
  ]);
  expect(shown(SITES)).toEqual([
    ['head', 0],
    ['battery', 2],
    ['left', 6],
    ['right', 6],
  ]);
});

test('the sites of the widget itself decide, not those of the page', () => {
  const [wind] = ofType('Wind');
  const widgets = [widget('battery', [0, 0, 12, 4], { showFor: ['BESS'], sites: [wind?.siteId] })];
  expect(shownWidgets({ widgets, registry: { any }, page: { ...PAGE, sites: SITES } })).toEqual([]);
});

test('a widget moves up only as far as those above it in its columns allow', () => {
  const widgets = [widget('tall', [0, 0, 4, 6]), widget('beside', [4, 3, 4, 2]), widget('below', [2, 9, 6, 2])];
  expect(rowsOf(moveUp(widgets))).toEqual([
    ['tall', 0],
    ['beside', 0],
    ['below', 6],
  ]);
});

test('widgets of a feature that is off are left out, and those that come with their screens keep their place', () => {
  const reserved = (id: string, type: string, y: number) => ({ ...widget(id, [0, y, 12, 2]), type });
  const widgets = [reserved('mine', 'tasks', 0), reserved('findings', 'insights', 2), widget('rest', [0, 4, 12, 2])];
  expect(rowsOf(shownWidgets({ widgets, registry: { any }, page: { ...PAGE, sites: SITES } }))).toEqual([
    ['findings', 0],
    ['rest', 2],
  ]);
});

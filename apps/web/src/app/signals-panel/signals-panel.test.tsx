import { segmentIdSchema, signalIdSchema } from '@solvane/contract/ids';
import { signalEndpoints } from '@solvane/contract/signals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createFakeProduct } from '../../testing/fake-product.ts';
import { signalsOf } from '../../testing/fake-signals.ts';
import { renderApp, resetApp } from '../../testing/render-app.tsx';
import { parseDevices } from '../../testing/select-devices.ts';
import { deviceSelection } from '../../workspace/device-selection.ts';
import { signalSelection } from '../../workspace/signal-selection.ts';

afterEach(resetApp);

const panel = () => screen.getByRole('region', { name: 'Signals' });
const items = () =>
  within(panel())
    .getAllByRole('treeitem')
    .map(({ textContent }) => textContent);
const select = (...ids: string[]) => act(() => deviceSelection.setState(() => ({ segments: parseDevices(ids) })));

test('without devices it says what to do first', async () => {
  await renderApp(createFakeProduct(), { address: '/data-studio' });
  expect(await within(panel()).findByText('Choose devices first')).toBeTruthy();
});

test('signals of the selected devices stand by type, with their newest value and its age', async () => {
  await renderApp(createFakeProduct(), { address: '/data-studio' });
  select('S01-INV1', 'S01-INV2');
  await waitFor(() =>
    expect(items()).toEqual([
      'Energy2',
      'Active energy, netValidated, sum869.0 kWh12 min',
      'Lost energyCalculated, sum1.251 MWh1 h 24',
      'Power4',
      'Active powerRaw, mean312.8 kW12 min',
      'Active powerValidated, mean34.76 kW12 min',
      'Active powerExpected, mean139.0 kW12 min',
      'Reactive powerRaw, mean556.2 kvar12 min',
    ]),
  );
});

test('signals are chosen by click and by key, and counted', async () => {
  const { user } = await renderApp(createFakeProduct(), { address: '/data-studio' });
  select('S01-POA1');
  await user.click(await within(panel()).findByRole('treeitem', { name: /Module temperature/ }));
  within(panel()).getByRole('tree').focus();
  await user.keyboard('{Home}{ArrowDown} ');
  expect(signalSelection.get().signalIds).toEqual(['ModuleTemperature||Validated', 'IrradiancePOA||Raw']);
  expect(within(panel()).getByText('2 selected').parentElement?.textContent).toBe('2 selected of at most 200');
});

test('a search looks at names, units and calculation types', async () => {
  const { user } = await renderApp(createFakeProduct(), { address: '/data-studio' });
  select('S01-INV1', 'S01-POA1');
  await user.type(await within(panel()).findByRole('searchbox', { name: 'Search 9 signals' }), 'power expected');
  await waitFor(() => expect(items()).toEqual(['Power1', expect.stringMatching(/^Active power/)]));
});

test('each device’s definitions are asked once: one more device asks for one more', async () => {
  const product = createFakeProduct();
  await renderApp(product, { address: '/data-studio' });
  select('S01-INV1');
  await within(panel()).findByRole('treeitem', { name: /Reactive power/ });
  select('S01-INV1', 'S01-POA1');
  await within(panel()).findByRole('treeitem', { name: /Module temperature/ });
  expect(product.server.callsOf(signalEndpoints.definitions).map(({ body }) => body)).toEqual([
    { segmentIds: ['S01-INV1'] },
    { segmentIds: ['S01-POA1'] },
  ]);
});

test('a page narrows the panel to its calculation types', async () => {
  await renderApp(createFakeProduct(), { address: '/manage-data/data-invalidation' });
  select('S01-INV1');
  expect(await within(panel()).findByText('The selected devices have no signals this page can show.')).toBeTruthy();
});

test('changing the enterprises forgets the signals and the devices that are out of scope', async () => {
  const { user } = await renderApp(createFakeProduct(), { address: '/data-studio' });
  select('S01-INV1', 'S05-BI1');
  await user.click(await within(panel()).findByRole('treeitem', { name: /Reactive power/ }));
  await user.click(screen.getByRole('button', { name: 'Enterprises: All enterprises' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Aurora' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(Object.keys(deviceSelection.get().segments)).toEqual(['S05-BI1']));
  expect(signalSelection.get().signalIds).toEqual([]);
});

test('a key opens why a number is what it is: the rules, what went in, and why there is none at another time', async () => {
  const product = createFakeProduct();
  const asked: number[] = [];
  const input = { segmentId: segmentIdSchema.parse('S01-INV1'), signalId: signalIdSchema.parse('ActivePower||Raw') };
  product.server.on(signalEndpoints.explain, ({ body }) => {
    asked.push(body.timeMs);
    const isMissing = asked.length > 1;
    return {
      ...body,
      value: isMissing ? null : 34.76,
      stage: 'validated',
      method: 'Signals_Explain_Validated',
      values: { qualityMethod: 'QualityMethod_interpolated' },
      received: [],
      inputs: isMissing ? [] : [{ ...input, timeMs: body.timeMs, value: 5_000 }],
      reasons: isMissing ? ['notReceived'] : [],
      missingInputs: [{ ...input, signalId: signalIdSchema.parse('IrradiancePOA||Validated') }],
      rules: isMissing ? [] : [{ name: 'QualityMethod_outOfRangeMax', effect: 'rejected' as const, settings: {} }],
      neighbours: [],
      changedIn: { kind: 'standardRules' as const, id: null, name: '' },
    };
  });
  const { user } = await renderApp(product, { address: '/data-studio' });
  select('S01-INV1');
  await within(panel()).findByRole('treeitem', { name: /Active power Validated/ });
  within(panel()).getByRole('tree').focus();
  await user.keyboard('{End}{ArrowUp}{ArrowUp}w');
  const dialog = await screen.findByRole('dialog', { name: 'Why this number' });
  expect(await within(dialog).findByRole('heading', { name: /^Active power · Validated/ })).toBeTruthy();
  expect(await within(dialog).findByText('34.76')).toBeTruthy();
  expect(within(dialog).getByText('Out of range, maximum').nextElementSibling?.textContent).toBe('removed');
  expect(within(dialog).getByText('Standard validation rules')).toBeTruthy();
  expect(within(dialog).queryByText('Missing')).toBeNull();
  const time = within(dialog).getByRole('textbox', { name: 'Time, HH:mm' });
  await user.clear(time);
  await user.type(time, '03:00');
  await waitFor(() => expect(within(dialog).getAllByText(/No value was received for this time\./).length).toBeGreaterThan(0));
  expect(within(dialog).getByText('Missing')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Why this number' })).toBeNull());
  expect(signalSelection.get().signalIds).toEqual([]);
});

test('a site without measured power names the devices that measure it, and selects them', async () => {
  const product = createFakeProduct();
  product.server.on(signalEndpoints.definitions, ({ body }) => ({
    items: body.segmentIds.flatMap((id) => (id === 'S02' ? [] : signalsOf(id))),
  }));
  const { user } = await renderApp(product, { address: '/data-studio' });
  select('S02');
  const note = await within(panel()).findByRole('note');
  expect(note.textContent).toMatch(/^Malar has no measured power\. Measured by: MeterSelect/);
  await user.click(within(note).getByRole('button', { name: 'Select these devices' }));
  await waitFor(() => expect(within(panel()).queryByRole('note')).toBeNull());
  expect(Object.keys(deviceSelection.get().segments)).toEqual(['S02', 'S02-MET']);
});

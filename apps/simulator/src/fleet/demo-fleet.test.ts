import { fleetDescriptionSchema } from '@solvane/contract/fleet-description';
import { findAttribute } from '@solvane/energy/devices/attributes';
import { findAttributeProblem } from '@solvane/energy/devices/check-attribute';
import { hasSignal } from '@solvane/energy/devices/segment-signals';
import { canStandBelow, isSegmentType, type SegmentType } from '@solvane/energy/devices/segment-types';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { describe, expect, test } from 'vitest';
import { demoFleetDescription } from './demo-fleet.ts';
import { rawSignalsOf } from './demo-signals.ts';
import { DEMO_SITES } from './demo-sites.ts';
import { EVENT_CODE_LISTS } from './event-codes.ts';

const fleet = fleetDescriptionSchema.parse(demoFleetDescription());

describe('the demo fleet', () => {
  test('is twelve sites of four enterprises, the last one unpublished', () => {
    const ownedBy = (enterpriseId: string) => fleet.sites.filter((site) => site.enterpriseId === enterpriseId).map(({ id }) => id);
    expect(ownedBy('aurora')).toEqual(['s01', 's03', 's06', 's09']);
    expect(ownedBy('prairie')).toEqual(['s02', 's07', 's10', 's11']);
    expect(ownedBy('southern')).toEqual(['s04', 's05', 's08', 's12']);
    expect(fleet.sites.filter((site) => site.contractorEnterpriseIds.includes('nordic')).map(({ id }) => id)).toEqual([
      's03',
      's06',
      's07',
      's12',
    ]);
    expect(fleet.sites.filter((site) => site.visibilityState === 'Unpublished').map(({ id }) => id)).toEqual(['s12']);
  });

  test('turbines beside modules look at the mast, the modules at their own station', () => {
    const site = fleet.sites.find(({ id }) => id === 's12');
    const turbines = site?.segments.filter(({ type }) => type === 'WindTurbine') ?? [];
    expect(turbines.map(({ metadata }) => metadata.primaryWeatherStationId)).toEqual(Array(4).fill('s12-mast-1'));
    expect(site?.metadata).toMatchObject({ primaryWeatherStationId: 's12-ws-1', secondaryWeatherStationId: 's12-mast-1' });
  });

  test('has the devices of its table, with readable ids', () => {
    const count = (siteId: string, type: string) =>
      fleet.sites.find(({ id }) => id === siteId)?.segments.filter((segment) => segment.type === type).length;
    expect([count('s01', 'Inverter'), count('s01', 'PlaneOfArray'), count('s02', 'Tracker'), count('s05', 'Tracker')]).toEqual([
      4, 3, 16, 8,
    ]);
    expect([count('s06', 'WindTurbine'), count('s07', 'WindTurbine'), count('s08', 'WindTurbine'), count('s12', 'WindTurbine')]).toEqual([
      6, 8, 10, 4,
    ]);
    expect([count('s09', 'BatteryInverter'), count('s09', 'BatteryContainer'), count('s09', 'BatteryString')]).toEqual([4, 4, 8]);
    expect(fleet.sites.filter((site) => site.segments.some(({ type }) => type === 'PowerPlantController')).map(({ id }) => id)).toEqual([
      's02',
      's05',
      's08',
      's11',
      's12',
    ]);
    expect(fleet.sites.every((site) => site.segments.some(({ type }) => type === 'Meter' || type === 'BatteryMeter'))).toBe(true);
    const ids = fleet.sites.flatMap((site) => [site.id, ...site.segments.map(({ id }) => id)]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(['s01-inv-2', 's02-tr-07', 's09-bc-3', 's12-wt-4']));
  });

  test('every segment stands where its type may stand, parents first', () => {
    const types = new Map<string, SegmentType>();
    for (const site of fleet.sites) {
      types.set(site.id, 'Site');
      for (const { id, type, parentId } of site.segments) {
        const parent = types.get(parentId ?? site.id);
        expect(isSegmentType(type) && parent !== undefined && canStandBelow(type, parent), `${id} below ${parentId}`).toBe(true);
        if (isSegmentType(type)) types.set(id, type);
      }
    }
  });

  test('every attribute is one its segment type has, within its bounds', () => {
    for (const site of fleet.sites) {
      const nodes = [{ id: site.id, type: 'Site', metadata: site.metadata }, ...site.segments];
      for (const { id, type, metadata } of nodes) {
        for (const [name, value] of Object.entries(metadata)) {
          const attribute = findAttribute(name);
          expect(attribute?.segmentTypes, `${id} ${name}`).toContain(type);
          if (attribute && !Array.isArray(value)) expect(findAttributeProblem(attribute, value), `${id} ${name}`).toBeUndefined();
        }
      }
    }
  });

  test('every raw series is a signal of the catalogue that its device can have', () => {
    const series = DEMO_SITES.flatMap(rawSignalsOf);
    for (const { device, signalId, apCode } of series) {
      expect(findSignalDefinition(signalId), signalId).toBeDefined();
      expect(hasSignal(device.segmentType, apCode), `${device.id} ${apCode}`).toBe(true);
    }
    expect(series.length).toBeGreaterThanOrEqual(420);
    expect(series.length).toBeLessThanOrEqual(470);
    expect(new Set(series.map(({ device, signalId }) => `${device.id} ${signalId}`)).size).toBe(series.length);
  });

  test('the small demo has one plant of each kind', () => {
    expect(demoFleetDescription('small').sites?.map(({ energyType }) => energyType)).toEqual(['PV', 'Wind', 'BESS']);
  });
});

describe('event codes', () => {
  test('three manufacturers leave twelve codes unexplained', () => {
    expect(EVENT_CODE_LISTS.map(({ manufacturer }) => manufacturer)).toEqual(['Lumenar', 'Aerostrom', 'Kelvar']);
    expect(EVENT_CODE_LISTS.flatMap(({ undocumented }) => undocumented)).toHaveLength(12);
  });

  test('no code occurs twice, not even at another manufacturer', () => {
    const codes = EVENT_CODE_LISTS.flatMap(({ codes, undocumented }) => [...codes, ...undocumented].map(({ code }) => code));
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => Number.isInteger(Number(code)))).toBe(true);
  });

  test('every device with a maker names one of them and one of its models', () => {
    for (const { metadata, id } of fleet.sites.flatMap(({ segments }) => segments)) {
      if (metadata['manufacturer'] === undefined) continue;
      const list = EVENT_CODE_LISTS.find(({ manufacturer }) => manufacturer === metadata['manufacturer']);
      expect(list?.models, id).toContain(metadata['model']);
    }
  });
});

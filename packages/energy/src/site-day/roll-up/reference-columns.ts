import { isEmpty, scaled } from '@solvane/series/columns';
import { findSignalDefinition } from '../../signals/catalogue.ts';
import { toSignalId } from '../../signals/signal-id.ts';
import { dewPoint } from '../../weather/dew-point.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { ofDay } from '../layout/frame.ts';
import type { DerivedColumn } from '../outputs.ts';

/** Light and what it adds up to. */
const INSOLATIONS = { IrradiancePOA: 'InsolationPOA', IrradianceGHI: 'InsolationGHI' } as const;

/**
 * What reference devices and reference turbines tell of others, whether those have a value of their own or not.
 *
 * @param context - everything known of the day
 * @returns none for devices without a reference; power of a turbine by its reference turbines, whatever device its rules name
 */
export function referenceColumns({ tree, signals, expectations, frame }: DetectContext): DerivedColumn[] {
  const byTurbines = new Map(
    expectations.flatMap(({ device, ofReferences }) => (ofReferences ? [[device.id, ofReferences] as const] : [])),
  );
  return tree.devices.flatMap(({ id }) => {
    const told = new Map<string, Float64Array>();
    for (const { apCode, reference } of signals.signalsOf(id).values()) if (reference) told.set(apCode, ofDay(reference, frame));
    const power = byTurbines.get(id);
    if (power) told.set('ActivePower', ofDay(power, frame));
    if (told.size === 0) return [];
    addWhatFollows(told, frame.stepHours);
    return [...told].flatMap(([apCode, values]): DerivedColumn[] => {
      const signalId = toSignalId(apCode, 'Reference');
      return findSignalDefinition(signalId) && !isEmpty(values) ? [{ deviceId: id, signalId, values }] : [];
    });
  });
}

function addWhatFollows(told: Map<string, Float64Array>, stepHours: number): void {
  for (const [irradiance, insolation] of Object.entries(INSOLATIONS)) {
    const light = told.get(irradiance);
    if (light) told.set(insolation, scaled(light, stepHours / 1000));
  }
  const [temperature, humidity] = [told.get('AmbientTemperature'), told.get('RelativeHumidity')];
  if (temperature && humidity) told.set('DewPoint', dewPoint(temperature, humidity));
}

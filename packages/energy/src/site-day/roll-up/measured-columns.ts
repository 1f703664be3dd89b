import { scaled } from '@solvane/series/columns';
import { clearSkyHorizontal } from '../../pv/clear-sky-model.ts';
import type { CalcType } from '../../signals/calc-types.ts';
import { type ApCode, signalIdOf } from '../../signals/catalogue.ts';
import { dewPoint } from '../../weather/dew-point.ts';
import { turbulenceIntensity } from '../../wind/turbine-indicators.ts';
import type { DetectContext } from '../detect/detect-context.ts';
import { ofDay } from '../layout/frame.ts';
import type { DerivedColumn } from '../outputs.ts';
import type { SiteDevice } from '../site.ts';

/**
 * What follows from the measurements of one device alone, whatever kind of device it is: of voltage and current, of the air, of the wind's gusts, of
 * the sky above a sensor.
 *
 * @param context - everything known of the day
 * @returns columns of devices that measure what they are made of
 */
export function measuredColumns(context: DetectContext): DerivedColumn[] {
  const columns: DerivedColumn[] = [];
  for (const device of context.tree.devices) {
    const own = context.signals.signalsOf(device.id);
    const put: Put = (apCode, calcType, values, weights) => {
      columns.push({ deviceId: device.id, signalId: signalIdOf(apCode, calcType), values, ...(weights && { weights }) });
    };
    const measured: Measured = (apCode) => {
      const values = own.get(apCode)?.values;
      return values && ofDay(values, context.frame);
    };
    if (own.has('ReactivePower')) putElectrical(device, measured, { stepHours: context.frame.stepHours, put });
    if (own.has('RelativeHumidity')) {
      const [temperature, humidity] = [measured('AmbientTemperature'), measured('RelativeHumidity')];
      if (temperature && humidity) put('DewPoint', 'Calculated', dewPoint(temperature, humidity));
    }
    for (const apCode of ['NacelleWindSpeed', 'WindSpeed'] as const) {
      const [speed, spread] = [own.has(apCode) ? measured(apCode) : undefined, spreadOf(device, apCode, context)];
      if (speed && spread) put('TurbulenceIntensity', 'Calculated', scaled(turbulenceIntensity(spread, speed), 100));
      if (speed && spread) break;
    }
    putSky(measured, context, put);
  }
  return columns;
}

type Put = (apCode: ApCode, calcType: CalcType, values: Float64Array, weights?: Float64Array) => void;
type Measured = (apCode: ApCode) => Float64Array | undefined;

function putElectrical({ segmentType }: SiteDevice, measured: Measured, { stepHours, put }: { stepHours: number; put: Put }): void {
  const [active, reactive] = [measured('ActivePower'), measured('ReactivePower')];
  if (!reactive) return;
  if (segmentType === 'PCC' || segmentType === 'Meter') put('ReactiveEnergy', 'Calculated', scaled(reactive, stepHours));
  if (!active) return;
  const apparent = new Float64Array(active.length);
  const factor = new Float64Array(active.length);
  for (let i = 0; i < apparent.length; i++) {
    const kw = active[i] ?? Number.NaN;
    const kvar = reactive[i] ?? Number.NaN;
    const kva = Math.sqrt(kw * kw + kvar * kvar);
    apparent[i] = kva;
    factor[i] = kva > 0 ? kw / kva : Number.NaN;
  }
  put('ApparentPower', 'Calculated', apparent);
  put('PowerFactor', 'Calculated', factor, apparent);
}

/** Inside each interval, as the logger states it. */
function spreadOf({ id }: SiteDevice, apCode: ApCode, { inputs, frame }: DetectContext): Float64Array | undefined {
  const spread = inputs.signals.get(id)?.find((signal) => signal.apCode === apCode)?.standardDeviation;
  const first = frame.spanInWindow.start + frame.dayInSpan.start;
  return spread?.subarray(first, first + frame.day.count);
}

/** A cloudless sky over sensors of horizontal and of split light. */
function putSky(measured: Measured, { frame }: DetectContext, put: Put): void {
  const global = measured('IrradianceGHI');
  const first = frame.spanInWindow.start + frame.dayInSpan.start;
  const part = (column: Float64Array) => column.slice(first, first + frame.day.count);
  if (global) {
    put('InsolationGHI', 'Calculated', scaled(global, frame.stepHours / 1000));
    put('InsolationGHI', 'ClearSky', scaled(part(frame.clearSkyHorizontal()), frame.stepHours / 1000));
  }
  const [diffuse, direct] = [measured('IrradianceDHI'), measured('IrradianceDNI')];
  if (!diffuse && !direct) return;
  const cloudless = clearSkyHorizontal(frame.sky);
  if (diffuse) put('IrradianceDHI', 'ClearSky', part(cloudless.dhi));
  if (direct) put('IrradianceDNI', 'ClearSky', part(cloudless.dni));
}

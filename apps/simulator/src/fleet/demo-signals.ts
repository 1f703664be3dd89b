import type { CalcType } from '@solvane/energy/signals/calc-types';
import type { ApCode } from '@solvane/energy/signals/catalogue';
import { type SignalId, toSignalId } from '@solvane/energy/signals/signal-id';
import { type DemoDevice, devicesOf } from './demo-devices.ts';
import type { SitePlan } from './site-plan.ts';

/** One raw series of the demo: what a device reports every interval. */
export interface DemoSignal {
  device: DemoDevice;
  signalId: SignalId;
  apCode: ApCode;
  /** Number among the signals of its device, part of the seed of its gaps. */
  signalNo: number;
  /** Decimals the instrument reports. */
  decimals: number;
}

const DECIMALS: Partial<Record<ApCode, number>> = {
  ActivePower: 2,
  DcPower: 2,
  AuxiliaryPower: 2,
  CurtailmentSetpoint: 1,
  DispatchSetpoint: 1,
  ExportCounter: 3,
  ImportCounter: 3,
  UsableEnergyCapacity: 1,
  CellVoltageMax: 3,
  CellVoltageMin: 3,
  NacelleWindSpeed: 2,
  WindSpeed: 2,
  IrradiancePOA: 2,
  IrradianceGHI: 2,
  StateOfCharge: 3,
  AmbientTemperature: 2,
  ModuleTemperature: 2,
};

/** Every raw series of a site, in a fixed order: the columns of its data. */
export function rawSignalsOf(plan: SitePlan): DemoSignal[] {
  return devicesOf(plan).flatMap((device) =>
    signalNames(plan, device).map(([apCode, calcType], signalNo) => ({
      device,
      signalId: toSignalId(apCode, calcType),
      apCode,
      signalNo,
      decimals: DECIMALS[apCode] ?? 1,
    })),
  );
}

type SignalName = readonly [ApCode, CalcType];

function signalNames(plan: SitePlan, device: DemoDevice): SignalName[] {
  const { solar, wind, storage } = plan;
  switch (device.kind) {
    case 'site':
      return siteSignals(plan);
    case 'meter':
      return raw('ActivePower', 'ExportCounter', 'ImportCounter');
    case 'pcc':
      return raw('ActivePower');
    case 'controller':
      return [
        ...raw('CurtailmentSetpoint'),
        ...when(plan.exportLimitKw !== undefined, 'ExportLimit'),
        ...when(storage !== undefined, 'DispatchSetpoint'),
      ];
    case 'weatherStation':
      return solar ? solarStationSignals(plan) : raw('AmbientTemperature', 'RelativeHumidity');
    case 'mast':
      return raw('WindSpeed', 'WindDirection', 'AmbientTemperature', 'BarometricPressure', 'RelativeHumidity');
    case 'planeOfArray':
      return [...raw('IrradiancePOA'), ...when(device.index === 1, 'ModuleTemperature')];
    case 'inverter':
      return [...raw('ActivePower', 'DcPower'), ...when(solar?.hasInverterCounters ?? false, 'ExportCounter')];
    case 'tracker':
      return raw('TrackerAngle');
    case 'turbine':
      return [
        ...raw('ActivePower', 'NacelleWindSpeed'),
        ...when(wind?.measuresDirection ?? false, 'NacelleWindDirection'),
        ...raw(...(wind?.extraSignals ?? [])),
      ];
    case 'batteryInverter':
      return [
        ...raw('ActivePower', 'DcPower', 'AvailableChargePower', 'AvailableDischargePower'),
        ...when(storage?.containers === 0, 'StateOfCharge'),
        ...when(storage?.measuresInverterTemperature ?? false, 'InverterTemperature'),
      ];
    case 'batteryContainer':
      return [
        ...raw('StateOfCharge', 'CellVoltageMax', 'CellVoltageMin', 'CellTemperatureMax', 'CellTemperatureMin'),
        ...when((storage?.stringsPerContainer ?? 0) > 0, 'UsableEnergyCapacity'),
      ];
    case 'batteryString':
      return raw('DcCurrent');
  }
}

function siteSignals({ energyType, solar, wind }: SitePlan): SignalName[] {
  return [
    ...raw('Price'),
    ...when(energyType === 'BESS', 'DispatchSetpoint', 'AuxiliaryPower'),
    ...(solar ? [['IrradiancePOA', 'Satellite'] as const] : []),
    ...(wind && !wind.hasMast ? [['WindSpeed', 'ExternalWeather'] as const] : []),
  ];
}

function solarStationSignals({ solar }: SitePlan): SignalName[] {
  return [
    ...raw('IrradianceGHI', 'AmbientTemperature', 'WindSpeed', 'Rainfall'),
    ...when(solar?.stationMeasuresPlane ?? false, 'IrradiancePOA'),
    ...when(solar?.planesOfArray === 0, 'ModuleTemperature'),
    ...when(solar?.hasSnowSensor ?? false, 'SnowDepth'),
  ];
}

function raw(...apCodes: ApCode[]): SignalName[] {
  return apCodes.map((apCode) => [apCode, 'Raw'] as const);
}

function when(condition: boolean, ...apCodes: ApCode[]): SignalName[] {
  return condition ? raw(...apCodes) : [];
}

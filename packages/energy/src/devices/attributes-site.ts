import type { AttributeRow } from './attribute-row.ts';

const SITE = ['Site'] as const;

/** What holds for a whole site. The first nine are the site's metadata of the specification. */
export const SITE_ATTRIBUTES = [
  { name: 'timezone', kind: 'zone', segmentTypes: SITE, requiredFor: SITE },
  {
    name: 'signalCalcPeriod',
    kind: 'enum',
    options: ['PT1M', 'PT5M', 'PT10M', 'PT15M', 'PT30M', 'PT1H'],
    segmentTypes: SITE,
    requiredFor: SITE,
    assumed: 'PT10M',
  },
  { name: 'energyType', kind: 'enum', options: ['PV', 'Wind', 'BESS', 'Hybrid'], segmentTypes: SITE, requiredFor: SITE, assumed: 'PV' },
  { name: 'country', kind: 'text', segmentTypes: SITE, requiredFor: SITE },
  { name: 'plantOperator', kind: 'text', segmentTypes: SITE },
  { name: 'portfolio', kind: 'text', segmentTypes: SITE },
  { name: 'operatingRegion', kind: 'text', segmentTypes: SITE },

  { name: 'currency', kind: 'text', pattern: /^[A-Z]{3}$/, segmentTypes: SITE },
  { name: 'collectionLoss', kind: 'number', unit: '', min: 0, max: 0.5, segmentTypes: SITE, assumed: 0 },
  { name: 'co2Factor', kind: 'number', unit: 'kg/MWh', min: 0, max: 2000, segmentTypes: SITE },
  { name: 'exportLimit', kind: 'number', unit: 'kW', min: 0, max: 10_000_000, segmentTypes: ['Site', 'PCC', 'PowerPlantController'] },
  { name: 'linkeTurbidity', kind: 'monthly', unit: '', min: 1, max: 10, segmentTypes: SITE, assumed: '3,3,3,3,3,3,3,3,3,3,3,3' },
  { name: 'groundAlbedo', kind: 'number', unit: '', min: 0, max: 1, segmentTypes: ['Site', 'PlaneOfArray'], assumed: 0.2 },
  { name: 'typicalCellTemperature', kind: 'number', unit: '°C', min: -40, max: 90, segmentTypes: SITE },
  { name: 'cleaningCost', kind: 'number', unit: 'cur', min: 0, max: 1_000_000_000, segmentTypes: SITE },
  { name: 'baselineStart', kind: 'date', segmentTypes: SITE },
  { name: 'baselineEnd', kind: 'date', segmentTypes: SITE },
  { name: 'communicationLossTreatment', kind: 'enum', options: ['noLoss', 'asLost'], segmentTypes: SITE, assumed: 'noLoss' },
  { name: 'maxHoldMinutes', kind: 'integer', min: 0, max: 1440, segmentTypes: SITE, assumed: 0 },
  { name: 'chargePriority', kind: 'list', options: ['PV', 'Wind', 'Grid'], segmentTypes: SITE, assumed: 'PV,Wind,Grid' },
  { name: 'minStateOfCharge', kind: 'number', unit: '%', min: 0, max: 100, segmentTypes: ['Site', 'BatteryInverter'], assumed: 0 },
  { name: 'maxStateOfCharge', kind: 'number', unit: '%', min: 0, max: 100, segmentTypes: ['Site', 'BatteryInverter'], assumed: 100 },
  { name: 'contractEnergyCapacity', kind: 'number', unit: 'kWh', min: 0, max: 100_000_000, segmentTypes: SITE },
  { name: 'contractChargePower', kind: 'number', unit: 'kW', min: 0, max: 10_000_000, segmentTypes: SITE },
  { name: 'contractDischargePower', kind: 'number', unit: 'kW', min: 0, max: 10_000_000, segmentTypes: SITE },
] as const satisfies readonly AttributeRow[];

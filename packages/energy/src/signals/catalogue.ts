import { CALC_TYPES, type CalcType, type TimeAggregation, type TreeAggregation, type ValueKind } from './calc-types.ts';
import { BATTERY_SIGNALS } from './catalogue-battery.ts';
import { GRID_SIGNALS } from './catalogue-grid.ts';
import { PLANT_SIGNALS } from './catalogue-plant.ts';
import { SOLAR_SIGNALS } from './catalogue-solar.ts';
import { WEATHER_SIGNALS } from './catalogue-weather.ts';
import { WIND_SIGNALS } from './catalogue-wind.ts';
import { YIELD_SIGNALS } from './catalogue-yield.ts';
import { parseSignalId, type SignalId, toSignalId } from './signal-id.ts';
import type { MeasurementTypeName, SignalRow } from './signal-row.ts';

const ROWS = [
  ...GRID_SIGNALS,
  ...PLANT_SIGNALS,
  ...SOLAR_SIGNALS,
  ...YIELD_SIGNALS,
  ...WEATHER_SIGNALS,
  ...WIND_SIGNALS,
  ...BATTERY_SIGNALS,
] as const satisfies readonly SignalRow[];

/** The quantities the product knows; a wrong spelling does not compile. */
export type ApCode = (typeof ROWS)[number]['apCode'];

export type CatalogueRow = SignalRow & { apCode: ApCode };

/** Every quantity, in the order lists show them. */
export const SIGNAL_CATALOGUE: readonly CatalogueRow[] = ROWS;

/** What one signal is: the catalogue's row with the rules of its calculation type applied. */
export interface SignalDefinition {
  signalId: SignalId;
  apCode: ApCode;
  calcType: CalcType;
  name: string;
  unit: string;
  kind: ValueKind;
  measurementTypeName: MeasurementTypeName;
  timeAggregation: TimeAggregation;
  treeAggregation: TreeAggregation;
  isHidden: boolean;
}

/** Angles against the nacelle, from -180 to 180 degrees: left is negative. Other directions are those of a compass. */
export const RELATIVE_ANGLES: ReadonlySet<string> = new Set<ApCode>(['WindVane', 'YawError']);

const rowsByApCode = new Map<string, CatalogueRow>(ROWS.map((row) => [row.apCode, row]));
const definitions = new Map<string, SignalDefinition>();
for (const row of SIGNAL_CATALOGUE) {
  for (const calcType of row.calcTypes) {
    const definition = defineSignal(row, calcType);
    definitions.set(definition.signalId, definition);
  }
}

/**
 * The catalogue's row of a quantity.
 *
 * @param apCode - case-sensitive
 * @returns undefined when the catalogue does not know it
 */
export function findCatalogueRow(apCode: string): CatalogueRow | undefined {
  return rowsByApCode.get(apCode);
}

/**
 * Whether the catalogue knows a quantity. Case-sensitive.
 *
 * @param text - any text
 */
export function isApCode(text: string): text is ApCode {
  return rowsByApCode.has(text);
}

/**
 * What a signal is: unit, kind and aggregations with the rules of its calculation type applied.
 *
 * Ground truth exists for every quantity, so that what the demo fleet injected can be kept beside what was found.
 *
 * @param signalId - `apCode||calcType`
 * @returns undefined when the quantity is unknown or has no such calculation type
 */
export function findSignalDefinition(signalId: string): SignalDefinition | undefined {
  const known = definitions.get(signalId);
  if (known !== undefined) return known;
  const name = parseSignalId(signalId);
  if (name === undefined || name.calcType !== 'GroundTruth') return undefined;
  const row = findCatalogueRow(name.apCode);
  return row && defineSignal(row, name.calcType);
}

/**
 * Every signal of the catalogue that users may see, by quantity, then by calculation type.
 *
 * @returns one definition per (apCode, calcType)
 */
export function listSignalDefinitions(): SignalDefinition[] {
  return [...definitions.values()];
}

/**
 * Id of a signal of the catalogue, checked while compiling.
 *
 * @param apCode - a quantity of the catalogue
 * @param calcType - a calculation type
 * @returns `apCode||calcType`
 */
export function signalIdOf(apCode: ApCode, calcType: CalcType): SignalId {
  const ofCode = knownIds.get(apCode) ?? new Map<CalcType, SignalId>();
  const id = ofCode.get(calcType) ?? toSignalId(apCode, calcType);
  if (!ofCode.has(calcType)) knownIds.set(apCode, ofCode.set(calcType, id));
  return id;
}

/** Every column of every device of every day is called by one of a few hundred names: each is checked and joined once. */
const knownIds = new Map<ApCode, Map<CalcType, SignalId>>();

function defineSignal(row: CatalogueRow, calcType: CalcType): SignalDefinition {
  const type = CALC_TYPES[calcType];
  return {
    signalId: toSignalId(row.apCode, calcType),
    apCode: row.apCode,
    calcType,
    name: row.name,
    unit: type.unit ?? row.unit,
    kind: type.kind ?? row.kind ?? 'number',
    measurementTypeName: row.measurementTypeName,
    timeAggregation: type.time ?? row.time,
    treeAggregation: type.tree ?? row.tree,
    isHidden: type.isHidden,
  };
}

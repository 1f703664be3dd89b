/** Who writes values of a calculation type. */
export type CalcTypeWriter =
  | 'ingest'
  | 'quality'
  | 'user'
  | 'rollup'
  | 'calculation'
  | 'loss'
  | 'contract'
  | 'events'
  | 'metadata'
  | 'demo';

/** How values of one signal become the value of a longer period. `or` joins bit sets. */
export type TimeAggregation = 'avg' | 'sum' | 'min' | 'max' | 'last' | 'circ' | 'tw' | 'ratio' | 'mode' | 'or';

/** How values of devices become the value of their parent; `none`: not at all, the parent has its own signal or no value. */
export type TreeAggregation = 'sum' | 'avg' | 'cap' | 'min' | 'max' | 'circ' | 'ratio' | 'none' | 'or';

/** What the numbers of a signal are: a quantity, a share of time (0 or 1), a state of a list, an identifying code, or a set of bits. */
export type ValueKind = 'number' | 'flag' | 'state' | 'code' | 'bits';

export interface CalcTypeDefinition {
  name: string;
  meaning: string;
  writer: CalcTypeWriter;
  /** null: the unit of the signal's apCode. */
  unit: string | null;
  /** null: what the apCode says. The same for the three below. */
  kind: ValueKind | null;
  time: TimeAggregation | null;
  tree: TreeAggregation | null;
  /** Hidden types exist for checking the product and are never offered to users. */
  isHidden: boolean;
}

type Overrides = Partial<Omit<CalcTypeDefinition, 'name' | 'meaning' | 'writer'>>;

const energyLoss = { unit: 'kWh', kind: 'number', time: 'sum', tree: 'sum' } as const;
const methodNumber = { unit: '', kind: 'code', time: 'mode', tree: 'none' } as const;
const availability = { unit: '%', kind: 'number', time: 'ratio', tree: 'ratio' } as const;

/** Every calculation type, in the order lists show them. */
export const CALC_TYPES = {
  Raw: calcType('Raw', 'ingest', 'As received, at its own time and in the unit of the catalogue, unchecked'),
  Validated: calcType('Validated', 'quality', 'After validation and estimation; the input of every key figure'),
  ManualValidationFlag: calcType('Manual validation flag', 'user', '1 where a user invalidated the interval, else 0', {
    unit: '',
    kind: 'flag',
    time: 'tw',
    tree: 'max',
  }),
  ManualOverride: calcType('Manual override', 'user', 'Value uploaded by a user'),
  QualityFlag: calcType('Quality flag', 'quality', 'Set of quality bits', { unit: '', kind: 'bits', time: 'or', tree: 'or' }),
  EstimatedFlag: calcType('Estimated flag', 'quality', '1 where the validated value is an estimate, else 0', {
    unit: '',
    kind: 'flag',
    time: 'tw',
    tree: 'cap',
  }),
  EstimationMethod: calcType('Estimation method', 'quality', 'Number of the method that supplied the validated value', methodNumber),
  Completeness: calcType('Completeness', 'rollup', 'Valid time as a share of expected time', {
    unit: '%',
    kind: 'number',
    time: 'ratio',
    tree: 'ratio',
  }),
  Min: calcType('Minimum', 'ingest', 'Smallest sample inside the interval', { time: 'min', tree: 'min' }),
  Max: calcType('Maximum', 'ingest', 'Largest sample inside the interval', { time: 'max', tree: 'max' }),
  StdDev: calcType('Standard deviation', 'ingest', 'Spread of the samples inside the interval', { time: 'avg', tree: 'none' }),
  SampleCount: calcType('Sample count', 'ingest', 'Number of samples inside the interval', {
    unit: '',
    kind: 'number',
    time: 'sum',
    tree: 'none',
  }),
  Calculated: calcType('Calculated', 'calculation', 'Computed from validated signals without a production model'),
  Theoretical: calcType('Theoretical', 'calculation', 'Ideal output for the measured weather, without losses'),
  Expected: calcType('Expected', 'calculation', 'Modelled output for the measured weather with normal design losses'),
  ExpectedMethod: calcType('Expected method', 'calculation', 'Number of the expected-production method used', methodNumber),
  ExpectedAtPcc: calcType('Expected at PCC', 'calculation', 'Expected, scaled to the grid limit'),
  ClearSky: calcType('Clear sky', 'calculation', 'Clear-sky model value'),
  Reference: calcType('Reference', 'calculation', 'Value of the reference device'),
  Satellite: calcType('Satellite', 'ingest', 'Value of the satellite provider'),
  ExternalWeather: calcType('External weather', 'ingest', 'Value of the external weather provider'),
  Setpoint: calcType('Setpoint', 'ingest', 'Commanded value'),
  Limit: calcType('Limit', 'metadata', 'Contractual or grid limit'),
  Forecast: calcType('Forecast', 'ingest', 'External forecast'),
  Baseline: calcType('Baseline', 'calculation', 'Output of the frozen baseline model'),
  Budget: calcType('Budget', 'calculation', 'Uploaded budget spread over time'),
  BudgetWeatherAdjusted: calcType('Budget, weather-adjusted', 'calculation', 'Budget corrected for the measured resource'),
  Lost: calcType('Lost', 'loss', 'All losses of events and identified causes', energyLoss),
  LostDowntime: calcType('Lost, downtime', 'loss', 'Loss allocated to Downtime events', energyLoss),
  LostCurtailment: calcType('Lost, curtailment', 'loss', 'Loss allocated to Curtailment events', energyLoss),
  LostDegraded: calcType('Lost, degraded', 'loss', 'Loss allocated to Degraded events', energyLoss),
  LostCommunication: calcType('Lost, communication', 'loss', 'Loss allocated to Communication Loss events', energyLoss),
  LostUnknown: calcType('Lost, unknown', 'loss', 'Loss allocated to Unknown events', energyLoss),
  LostSoiling: calcType('Lost, soiling', 'loss', 'Part of the residual explained by soiling', energyLoss),
  LostSnow: calcType('Lost, snow and ice', 'loss', 'Part of the residual explained by snow or ice', energyLoss),
  LostClipping: calcType('Lost, clipping', 'loss', 'DC energy above the AC limit; information only, not part of Lost', energyLoss),
  LostResidual: calcType('Lost, residual', 'loss', 'Unexplained part; may be negative, not part of Lost', energyLoss),
  LostContractual: calcType('Lost, contractual', 'contract', 'Loss charged to the contractor under the site contract', energyLoss),
  RevenueLost: calcType('Revenue lost', 'loss', 'Money value of Lost', { ...energyLoss, unit: 'cur' }),
  Total: calcType('Total', 'contract', 'Everything that stops production counts', availability),
  Technical: calcType('Technical', 'contract', 'Own faults only count', availability),
  Operational: calcType('Operational', 'contract', 'Outside causes do not count', availability),
  Custom1: calcType('Custom 1', 'contract', 'First sheet of the contract', availability),
  Custom2: calcType('Custom 2', 'contract', 'Second sheet of the contract', availability),
  Custom3: calcType('Custom 3', 'contract', 'Third sheet of the contract', availability),
  Availability: calcType('Availability', 'contract', 'The variant the contract marks as primary', availability),
  EventFlag: calcType('Event flag', 'events', 'Code of the event in force', { unit: '', kind: 'code', time: 'last', tree: 'none' }),
  GroundTruth: calcType('Ground truth', 'demo', 'Injected fault of the demo fleet', { isHidden: true }),
} as const satisfies Record<string, CalcTypeDefinition>;

export type CalcType = keyof typeof CALC_TYPES;

/** Types whose values a provider foresees: their points may lie ahead of now. */
export const FORESEEN: readonly CalcType[] = ['Forecast', 'ExternalWeather'];

/** Sets of calculation types that catalogue rows share. */
export const MEASURED = [
  'Raw',
  'Validated',
  'ManualValidationFlag',
  'ManualOverride',
  'QualityFlag',
  'EstimatedFlag',
  'EstimationMethod',
  'Completeness',
] as const satisfies readonly CalcType[];
export const STATISTICS = ['Min', 'Max', 'StdDev', 'SampleCount'] as const satisfies readonly CalcType[];
export const EXPECTED = [
  'Theoretical',
  'Expected',
  'ExpectedMethod',
  'ExpectedAtPcc',
  'Forecast',
  'Baseline',
] as const satisfies readonly CalcType[];
export const LOSSES = [
  'Lost',
  'LostDowntime',
  'LostCurtailment',
  'LostDegraded',
  'LostCommunication',
  'LostUnknown',
  'LostSoiling',
  'LostSnow',
  'LostClipping',
  'LostResidual',
  'LostContractual',
] as const satisfies readonly CalcType[];
/** The losses that add up to Lost. */
export const LOSS_PARTS = [
  'LostDowntime',
  'LostCurtailment',
  'LostDegraded',
  'LostCommunication',
  'LostUnknown',
  'LostSoiling',
  'LostSnow',
] as const satisfies readonly CalcType[];
export const BUDGETS = ['Budget', 'BudgetWeatherAdjusted'] as const satisfies readonly CalcType[];
export const OUTSIDE = ['Reference', 'Satellite', 'ExternalWeather'] as const satisfies readonly CalcType[];
export const AVAILABILITIES = [
  'Total',
  'Technical',
  'Operational',
  'Custom1',
  'Custom2',
  'Custom3',
  'Availability',
] as const satisfies readonly CalcType[];

/**
 * Whether a text is the name of a calculation type. Case-sensitive.
 *
 * @param text - any text
 * @returns true for a key of CALC_TYPES
 */
export function isCalcType(text: string): text is CalcType {
  return Object.hasOwn(CALC_TYPES, text);
}

function calcType(name: string, writer: CalcTypeWriter, meaning: string, overrides: Overrides = {}): CalcTypeDefinition {
  return { name, meaning, writer, unit: null, kind: null, time: null, tree: null, isHidden: false, ...overrides };
}

import type { SegmentType } from '../devices/segment-types.ts';
import type { AttributeSetting, AttributeSpec, MethodAttributes, MethodName, SourceName, TestName } from './method-attributes.ts';
import { isMethodName, QUALITY_METHODS } from './methods.ts';

/** One method in a list of a configuration. */
export interface MethodEntry<M extends MethodName = MethodName> {
  method: M;
  /** Place in its list, from 1, without gaps. */
  order: number;
  state: 'Active' | 'Inactive';
  /** Tests: a hit rejects the value, else it only marks it suspect. Sources: its values count as measured. */
  quality: boolean;
  /** Sources: the next one is tried where this gives nothing. Tests: the following ones still run after a hit. */
  cascade: boolean;
  /** What differs from the defaults of the method. */
  attributes: Partial<MethodAttributes[M]>;
}

export type SourceEntry = { [M in SourceName]: MethodEntry<M> }[SourceName];
export type TestEntry = { [M in TestName]: MethodEntry<M> }[TestName];

/** How values of one signal are checked and replaced. */
export interface SignalRules {
  apCode: string;
  /** Types of segments the rules are for; empty: all types without rules of their own. */
  segmentTypes: readonly SegmentType[];
  /** Where a value is taken from, in order. */
  external: readonly SourceEntry[];
  /** What a measured value must stand, in order. */
  internal: readonly TestEntry[];
}

export interface QualityConfiguration {
  signals: readonly SignalRules[];
}

export type ConfigurationProblemKind =
  | 'signalRepeated'
  | 'methodUnknown'
  | 'methodMisplaced'
  | 'methodRepeated'
  | 'mandatoryMissing'
  | 'orderBroken'
  | 'qualityNotAllowed'
  | 'attributeUnknown'
  | 'attributeRequired'
  | 'attributeInvalid'
  | 'attributeOutOfBounds';

export interface ConfigurationProblem {
  kind: ConfigurationProblemKind;
  apCode: string;
  /** Absent: the problem is of the whole signal. */
  method?: string;
  attribute?: string;
}

/**
 * Everything that keeps a configuration from being used.
 *
 * @param configuration - as a user wants to save it
 * @returns empty when it can be used
 */
export function findConfigurationProblems(configuration: QualityConfiguration): ConfigurationProblem[] {
  const seen = new Set<string>();
  return configuration.signals.flatMap((rules) => {
    const problems = signalProblems(rules);
    for (const type of rules.segmentTypes.length === 0 ? ['*'] : rules.segmentTypes) {
      const key = `${rules.apCode} ${type}`;
      if (seen.has(key)) problems.push({ kind: 'signalRepeated', apCode: rules.apCode });
      seen.add(key);
    }
    return problems;
  });
}

/**
 * Settings of a method with the defaults where an entry says nothing.
 *
 * @param method - a method
 * @param attributes - what the entry says
 */
export function withDefaults<M extends MethodName>(method: M, attributes: Partial<MethodAttributes[M]>): MethodAttributes[M] {
  const specs: Record<string, AttributeSpec<unknown>> = QUALITY_METHODS[method].attributes;
  const settings: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) settings[name] = spec.default;
  // The definition has a default of the right type for every setting: `AttributeSpecs` sees to it.
  return Object.assign(settings, attributes) as MethodAttributes[M];
}

function signalProblems({ apCode, external, internal }: SignalRules): ConfigurationProblem[] {
  return [
    ...listProblems(apCode, external, 'source'),
    ...listProblems(apCode, internal, 'test'),
    ...mandatoryProblems(apCode, external, internal),
  ];
}

function listProblems(apCode: string, entries: readonly MethodEntry[], kind: 'source' | 'test'): ConfigurationProblem[] {
  const problems: ConfigurationProblem[] = [];
  const orders = entries.map((entry) => entry.order).sort((a, b) => a - b);
  if (orders.some((order, i) => order !== i + 1)) problems.push({ kind: 'orderBroken', apCode });
  const methods = new Set<string>();
  for (const entry of entries) {
    const { method } = entry;
    if (methods.has(method)) problems.push({ kind: 'methodRepeated', apCode, method });
    methods.add(method);
    if (!isMethodName(method)) problems.push({ kind: 'methodUnknown', apCode, method });
    else if (QUALITY_METHODS[method].kind !== kind) problems.push({ kind: 'methodMisplaced', apCode, method });
    else problems.push(...entryProblems(apCode, entry));
  }
  return problems;
}

function mandatoryProblems(apCode: string, external: readonly MethodEntry[], internal: readonly MethodEntry[]): ConfigurationProblem[] {
  const isActive = (entries: readonly MethodEntry[], method: MethodName) =>
    entries.some((entry) => entry.method === method && entry.state === 'Active');
  const problems: ConfigurationProblem[] = [];
  if (!isActive(external, 'measured') && !isActive(external, 'windTurbineValid')) {
    problems.push({ kind: 'mandatoryMissing', apCode, method: 'measured' });
  }
  for (const method of ['missing', 'manual'] as const) {
    if (!isActive(internal, method)) problems.push({ kind: 'mandatoryMissing', apCode, method });
  }
  return problems;
}

function entryProblems(apCode: string, { method, quality, attributes }: MethodEntry): ConfigurationProblem[] {
  const definition = QUALITY_METHODS[method];
  const specs: Record<string, AttributeSpec<unknown>> = definition.attributes;
  const settings: Record<string, unknown> = { ...attributes };
  const problems: ConfigurationProblem[] = [];
  if (definition.kind === 'source' && quality && !definition.quality) problems.push({ kind: 'qualityNotAllowed', apCode, method });
  for (const attribute of Object.keys(settings)) {
    if (!Object.hasOwn(specs, attribute)) problems.push({ kind: 'attributeUnknown', apCode, method, attribute });
  }
  for (const [attribute, spec] of Object.entries(specs)) {
    const kind = settingProblem(spec, settings[attribute]);
    if (kind !== undefined) problems.push({ kind, apCode, method, attribute });
  }
  if (method === 'defaultValue' && !hasDefaultValue(settings)) {
    problems.push({ kind: 'attributeRequired', apCode, method, attribute: 'value' });
  }
  return problems;
}

function settingProblem(spec: AttributeSpec<unknown>, setting: unknown): ConfigurationProblemKind | undefined {
  const value = setting === undefined ? spec.default : setting;
  if (value === null || value === '') return spec.isRequired === true ? 'attributeRequired' : undefined;
  if (!isSetting(value) || !hasSameKind(spec, value)) return 'attributeInvalid';
  if (spec.options !== undefined && !spec.options.includes(value)) return 'attributeInvalid';
  const numbers = typeof value === 'number' ? [value] : [];
  if (numbers.some((number) => !Number.isFinite(number) || (spec.isInteger === true && !Number.isInteger(number))))
    return 'attributeInvalid';
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = spec;
  return numbers.some((number) => number < min || number > max) ? 'attributeOutOfBounds' : undefined;
}

/** A setting whose default is null holds a number or, for values by month, twelve of them. */
function hasSameKind(spec: AttributeSpec<unknown>, value: AttributeSetting): boolean {
  if (spec.default === null) {
    return typeof value === 'number' || (Array.isArray(value) && value.length === 12 && value.every((one) => Number.isFinite(one)));
  }
  if (Array.isArray(spec.default)) return Array.isArray(value) && value.every((one) => typeof one === 'string');
  return typeof value === typeof spec.default;
}

function isSetting(value: unknown): value is AttributeSetting {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || Array.isArray(value);
}

function hasDefaultValue(settings: Record<string, unknown>): boolean {
  return settings.standardPressure === true || typeof settings.value === 'number' || Array.isArray(settings.monthly);
}

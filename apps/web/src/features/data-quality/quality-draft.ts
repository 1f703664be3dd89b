import type { QualityContent, QualityDetails } from '@solvane/contract/quality';
import type { AttributeSetting, AttributeSpec, MethodName } from '@solvane/energy/quality/method-attributes';
import { isMethodName, QUALITY_METHODS } from '@solvane/energy/quality/methods';
import { createItemDrafts } from '../../shared/configuration/item-draft.ts';

type ContentSignal = QualityContent['signals'][number];
type ContentEntry = ContentSignal['external'][number];
type SegmentType = ContentSignal['segmentTypes'][number];
export type MethodList = 'external' | 'internal';

/** One method in one list of one signal. */
export interface DraftMethod {
  id: string;
  /** `signalKeyOf` */
  signal: string;
  list: MethodList;
  method: MethodName;
  /** Position in its list, from 1. */
  rank: number;
  isActive: boolean;
  quality: boolean;
  cascade: boolean;
  /** Settings that differ from the defaults of the method, as JSON. */
  settings: string;
}

export interface SignalRulesKey {
  apCode: string;
  segmentTypes: readonly SegmentType[];
}

/** By configuration. */
export const qualityDrafts = createItemDrafts<DraftMethod, QualityDetails>();

export function signalKeyOf({ apCode, segmentTypes }: SignalRulesKey): string {
  return [apCode, [...segmentTypes].sort().join(',')].join('~');
}

export function parseSignalKey(key: string): SignalRulesKey {
  const [apCode = '', types = ''] = key.split('~');
  return { apCode, segmentTypes: types === '' ? [] : (types.split(',') as SegmentType[]) };
}

/** Methods of all signals, in the order in which they run. */
export function methodsOf({ signals }: QualityContent): DraftMethod[] {
  return signals.flatMap((signal) => {
    const key = signalKeyOf(signal);
    return (['internal', 'external'] as const).flatMap((list) =>
      signal[list]
        .toSorted((a, b) => a.order - b.order)
        .flatMap(({ method, state, quality, cascade, attributes }, index) =>
          isMethodName(method)
            ? [
                {
                  ...{ id: `${key} ${method}`, signal: key, list, method, rank: index + 1, isActive: state === 'Active', quality, cascade },
                  settings: settingsText(method, new Map(Object.entries(attributes))),
                },
              ]
            : [],
        ),
    );
  });
}

/** What is saved: orders run from 1 without gaps, whatever was merged. */
export function contentOf(methods: readonly DraftMethod[]): QualityContent {
  const bySignal = Map.groupBy(methods, ({ signal }) => signal);
  return {
    signals: [...bySignal].map(([key, own]) => {
      const { apCode, segmentTypes } = parseSignalKey(key);
      const listOf = (list: MethodList) => listIn(own, { signal: key, list }).map(toEntry);
      return { apCode, segmentTypes: [...segmentTypes], external: listOf('external'), internal: listOf('internal') };
    }),
  };
}

export function listIn(methods: readonly DraftMethod[], { signal, list }: { signal: string; list: MethodList }): DraftMethod[] {
  return methods.filter((each) => each.signal === signal && each.list === list).toSorted((a, b) => a.rank - b.rank);
}

/** All methods with one list in another order. */
export function withOrder(methods: readonly DraftMethod[], ordered: readonly DraftMethod[]): DraftMethod[] {
  const ranks = new Map(ordered.map(({ id }, index) => [id, index + 1]));
  return methods.map((each) => ({ ...each, rank: ranks.get(each.id) ?? each.rank }));
}

export function newMethod({ signal, method, rank }: Pick<DraftMethod, 'signal' | 'method' | 'rank'>): DraftMethod {
  const { kind, quality } = QUALITY_METHODS[method];
  return {
    ...{ id: `${signal} ${method}`, signal, method, rank, quality, isActive: true, cascade: true, settings: '{}' },
    list: kind === 'source' ? 'external' : 'internal',
  };
}

/** Rules of a signal that has none yet: what is measured holds unless it is missing or declared invalid. */
export function newSignal(key: string): DraftMethod[] {
  return (['manual', 'missing', 'measured'] as const).map((method) =>
    newMethod({ signal: key, method, rank: method === 'missing' ? 2 : 1 }),
  );
}

/** A method that must stay active: with it a configuration could not be saved. */
export function isMandatory({ method, list }: DraftMethod, methods: readonly DraftMethod[], signal: string): boolean {
  if (QUALITY_METHODS[method].isMandatory) return true;
  const measured = ['measured', 'windTurbineValid'];
  return (
    measured.includes(method) &&
    listIn(methods, { signal, list }).filter((each) => measured.includes(each.method) && each.isActive).length < 2
  );
}

/** Every setting of a method. */
export function specsOf(method: MethodName): [name: string, spec: AttributeSpec<AttributeSetting>][] {
  return Object.entries<AttributeSpec<AttributeSetting>>(QUALITY_METHODS[method].attributes);
}

export function settingsOf({ settings }: Pick<DraftMethod, 'settings'>): ReadonlyMap<string, AttributeSetting> {
  const parsed: Record<string, AttributeSetting> = JSON.parse(settings);
  return new Map(Object.entries(parsed));
}

export function settingOf(entry: Pick<DraftMethod, 'settings'>, name: string, spec: AttributeSpec<AttributeSetting>): AttributeSetting {
  const stated = settingsOf(entry);
  return stated.has(name) ? (stated.get(name) ?? null) : spec.default;
}

/** The settings of a method with another value of one; a value like the default is not stored. */
export function withSetting(entry: Pick<DraftMethod, 'method' | 'settings'>, name: string, value: AttributeSetting): string {
  return settingsText(entry.method, new Map([...settingsOf(entry), [name, value]]));
}

export type SettingProblem = 'required' | 'integer' | 'number' | 'bounds' | 'months';

/** What is wrong with a setting before it is sent; the server refuses the same. */
export function settingProblem(spec: AttributeSpec<AttributeSetting>, value: AttributeSetting): SettingProblem | undefined {
  if (value === null || value === '') return spec.isRequired === true || typeof spec.default === 'number' ? 'required' : undefined;
  const isNumeric = typeof spec.default === 'number' || spec.default === null;
  if (Array.isArray(value))
    return isNumeric && (value.length !== 12 || value.some((each) => !Number.isFinite(each))) ? 'months' : undefined;
  // What is typed and is no number yet is kept as text.
  if (typeof value === 'string' && isNumeric) return 'number';
  if (typeof value !== 'number') return undefined;
  if (spec.isInteger === true && !Number.isInteger(value)) return 'integer';
  return value < (spec.min ?? Number.NEGATIVE_INFINITY) || value > (spec.max ?? Number.POSITIVE_INFINITY) ? 'bounds' : undefined;
}

interface FoundProblem {
  /** Of the method. */
  id: string;
  attribute: string;
  spec: AttributeSpec<AttributeSetting>;
  problem: SettingProblem;
}

/** Settings that could not be saved: of active and inactive methods alike. */
export function problemsOf(methods: readonly DraftMethod[]): FoundProblem[] {
  return methods.flatMap((entry) =>
    specsOf(entry.method).flatMap(([attribute, spec]) => {
      const problem = settingProblem(spec, settingOf(entry, attribute, spec));
      return problem ? [{ id: entry.id, attribute, spec, problem }] : [];
    }),
  );
}

function settingsText(method: MethodName, settings: ReadonlyMap<string, AttributeSetting>): string {
  const stated = specsOf(method).flatMap(([name, spec]) => {
    const value = settings.get(name);
    return value === undefined || JSON.stringify(value) === JSON.stringify(spec.default) ? [] : [[name, value] as const];
  });
  return JSON.stringify(Object.fromEntries(stated));
}

function toEntry({ method, isActive, quality, cascade, ...entry }: DraftMethod, index: number): ContentEntry {
  const attributes: ContentEntry['attributes'] = {};
  for (const [name, value] of settingsOf(entry)) attributes[name] = value as ContentEntry['attributes'][string];
  return { method, order: index + 1, state: isActive ? 'Active' : 'Inactive', quality, cascade, attributes };
}

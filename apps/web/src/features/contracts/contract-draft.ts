import type { AvailabilityName, ContractContent, ContractDetails, ContractTerms } from '@solvane/contract/contracts';
import type { SiteId } from '@solvane/contract/ids';
import type { SheetCell } from '@solvane/energy/availability/availability-sheets';
import { TIME_CATEGORIES, type TimeCategory } from '@solvane/energy/events/time-category';
import { createItemDrafts } from '../../shared/configuration/item-draft.ts';

/** One setting of a contract as text, so that two states are compared setting by setting. */
export interface ContractItem {
  /** What it is: parts by spaces, as `cell Technical time PV FO`. */
  id: string;
  value: string;
}

export type Basis = 'time' | 'production';
export const SOURCES = ['PV', 'Wind', 'BESS'] as const;
export type Source = (typeof SOURCES)[number];

export interface ViewKey {
  name: AvailabilityName;
  basis: Basis;
}

type Guarantee = ContractTerms['guarantees'][number];
export type GuaranteeStep = Guarantee['steps'][number];
export type ExcludedPeriod = ContractTerms['excludedPeriods'][number];

export const contractDrafts = createItemDrafts<ContractItem, ContractDetails>();

/** Kinds of generators that a contract of an energy type has sheets and methods for. */
export function sourcesOf(energyType: ContractContent['energyType']): readonly Source[] {
  if (energyType === 'Hybrid') return SOURCES;
  return [energyType];
}

export function viewId({ name, basis }: ViewKey): string {
  return `view ${name} ${basis}`;
}

export function cellId({ name, basis }: ViewKey, source: Source, category: TimeCategory): string {
  return ['cell', name, basis, source, category].join(' ');
}

export function guaranteeId({ name, basis }: ViewKey): string {
  return `guarantee ${name} ${basis}`;
}

/** Terms that held until the first of a month. */
type Earlier = NonNullable<ContractContent['earlierTerms']>[number];

type DraftContent = Omit<ContractContent, 'enterpriseId' | 'energyType'>;

export function itemsOfDetails({ sites, ...details }: ContractDetails): ContractItem[] {
  return toItems({ ...details, siteIds: sites.map(({ siteId }) => siteId) });
}

export function toItems({ terms, earlierTerms = [], ...content }: DraftContent): ContractItem[] {
  const { name, description, validFrom, validTo, lossCategorySetId, siteIds } = content;
  const item = (id: string, value: string): ContractItem => ({ id, value });
  return [
    item('name', name),
    item('description', description),
    item('validFrom', validFrom ?? ''),
    item('validTo', validTo ?? ''),
    item('sites', siteIds.toSorted().join('\n')),
    item('lossCategorySetId', lossCategorySetId ?? ''),
    ...termItems(terms),
    ...earlierTerms.map((earlier) => item(earlierId(earlier.validTo), JSON.stringify(earlier.terms))),
  ];
}

function earlierId(validTo: string): string {
  return `earlier ${validTo}`;
}

/** What is agreed, setting by setting. */
export function termItems(terms: ContractTerms): ContractItem[] {
  const item = (id: string, value: string): ContractItem => ({ id, value });
  return [
    item('primaryProductionView', terms.primaryProductionView),
    item('overdesign', terms.overdesign),
    item('excludesEstimated', terms.excludesEstimated ? 'yes' : ''),
    item('degradedFactor', terms.degradedFactor === null ? '' : String(terms.degradedFactor)),
    ...SOURCES.map((source) => item(`methods ${source}`, terms.expectedMethods[source].join('\n'))),
    ...terms.views.flatMap((view) => [
      item(viewId(view), view.label ?? ''),
      ...SOURCES.flatMap((source) =>
        TIME_CATEGORIES.map((category) => item(cellId(view, source, category), String(view.sheets[source][category]))),
      ),
    ]),
    ...terms.guarantees.map(({ view, basis, percent, steps }) =>
      item(guaranteeId({ name: view, basis }), JSON.stringify({ percent, steps })),
    ),
    ...terms.excludedPeriods.map((period) => item(`excluded ${period.startMs}`, JSON.stringify(period))),
  ];
}

/** What is saved. A number that is not one yet stays out of range, so that the server says what is wrong with it. */
export function toContent(items: readonly ContractItem[]): DraftContent {
  const values = new Map(items.map(({ id, value }) => [id, value]));
  const text = (id: string): string => values.get(id) ?? '';
  const views = viewsOf(items);
  const sheetOf = (view: ViewKey, source: Source) =>
    Object.fromEntries(TIME_CATEGORIES.map((category) => [category, toCell(text(cellId(view, source, category)))])) as Record<
      TimeCategory,
      SheetCell
    >;
  return {
    name: text('name').trim(),
    description: text('description'),
    validFrom: text('validFrom') || null,
    validTo: text('validTo') || null,
    siteIds: linesOf(text('sites')) as SiteId[],
    lossCategorySetId: text('lossCategorySetId') || null,
    terms: {
      views: views.map((view) => ({
        ...view,
        label: text(viewId(view)).trim() || null,
        sheets: { PV: sheetOf(view, 'PV'), Wind: sheetOf(view, 'Wind'), BESS: sheetOf(view, 'BESS') },
      })),
      primaryProductionView: text('primaryProductionView') as AvailabilityName,
      expectedMethods: {
        PV: linesOf(text('methods PV')) as ContractTerms['expectedMethods']['PV'],
        Wind: linesOf(text('methods Wind')) as ContractTerms['expectedMethods']['Wind'],
        BESS: linesOf(text('methods BESS')) as ContractTerms['expectedMethods']['BESS'],
      },
      overdesign: text('overdesign') as ContractTerms['overdesign'],
      excludesEstimated: text('excludesEstimated') === 'yes',
      degradedFactor: text('degradedFactor') === '' ? null : Number(text('degradedFactor')),
      guarantees: views.flatMap((view) => {
        const guarantee = guaranteeOf(items, view);
        return guarantee ? [{ view: view.name, basis: view.basis, ...guarantee }] : [];
      }),
      excludedPeriods: excludedOf(items).map(({ period }) => period),
    },
    earlierTerms: earlierOf(items),
  };
}

/** Terms of earlier periods, earliest first. */
export function earlierOf(items: readonly ContractItem[]): Earlier[] {
  return items
    .flatMap(({ id, value }) => {
      const [kind, validTo = ''] = id.split(' ');
      return kind === 'earlier' ? [{ validTo, terms: JSON.parse(value) as ContractTerms }] : [];
    })
    .sort((a, b) => (a.validTo < b.validTo ? -1 : 1));
}

/** The terms as they are now hold until a day; those that follow begin as a copy of them. */
export function withContinuation(items: readonly ContractItem[], validTo: string): ContractItem[] {
  return withValue(items, earlierId(validTo), JSON.stringify(toContent(items).terms));
}

/** Without a change of terms: what followed it holds for the earlier period too. */
export function withoutContinuation(items: readonly ContractItem[], validTo: string): ContractItem[] {
  return withoutItem(items, earlierId(validTo));
}

export function settingOf(items: readonly ContractItem[], id: string): string {
  return items.find((item) => item.id === id)?.value ?? '';
}

/** With the setting, whether or not it was there. */
export function withValue(items: readonly ContractItem[], id: string, value: string): ContractItem[] {
  if (!items.some((item) => item.id === id)) return [...items, { id, value }];
  return items.map((item) => (item.id === id ? { id, value } : item));
}

export function withoutItem(items: readonly ContractItem[], id: string): ContractItem[] {
  return items.filter((item) => item.id !== id);
}

export function viewsOf(items: readonly ContractItem[]): ViewKey[] {
  return items.flatMap(({ id }) => {
    const [kind, name, basis] = id.split(' ');
    return kind === 'view' ? [{ name: name as AvailabilityName, basis: basis as Basis }] : [];
  });
}

/** A custom view that begins with the cells of another one. */
export function withView(items: readonly ContractItem[], view: ViewKey, like: ViewKey): ContractItem[] {
  const cells = SOURCES.flatMap((source) =>
    TIME_CATEGORIES.map((category) => ({
      id: cellId(view, source, category),
      value: settingOf(items, cellId(like, source, category)) || 'A',
    })),
  );
  return [...items, { id: viewId(view), value: '' }, ...cells];
}

export function withoutView(items: readonly ContractItem[], { name, basis }: ViewKey): ContractItem[] {
  return items.filter(({ id }) => {
    const [kind, ofName, ofBasis] = id.split(' ');
    return !(['view', 'cell', 'guarantee'].includes(kind ?? '') && ofName === name && ofBasis === basis);
  });
}

export function guaranteeOf(items: readonly ContractItem[], view: ViewKey): Pick<Guarantee, 'percent' | 'steps'> | undefined {
  const text = settingOf(items, guaranteeId(view));
  return text === '' ? undefined : (JSON.parse(text) as Pick<Guarantee, 'percent' | 'steps'>);
}

export function excludedOf(items: readonly ContractItem[]): { id: string; period: ExcludedPeriod }[] {
  return items.flatMap(({ id, value }) => (id.startsWith('excluded ') ? [{ id, period: JSON.parse(value) as ExcludedPeriod }] : []));
}

/** A, U, X, or a share of 1 that is available. */
export function toCell(text: string): SheetCell {
  return text === 'A' || text === 'U' || text === 'X' ? text : Number(text);
}

export function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

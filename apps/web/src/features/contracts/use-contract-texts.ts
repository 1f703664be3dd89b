import type { ContractDetails, ContractTerms } from '@solvane/contract/contracts';
import type { MessageKey } from '@solvane/i18n/messages';
import { type IntlShape, useIntl } from 'react-intl';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { type ContractItem, type ExcludedPeriod, type GuaranteeStep, linesOf, type ViewKey } from './contract-draft.ts';

/** Settings of a contract where two states are compared. */
export function useContractTexts(energyType: ContractDetails['energyType']): ItemTexts<ContractItem> {
  const intl = useIntl();
  const { allSites } = useFleet();
  const siteNames = new Map<string, string>(allSites.map(({ siteId, name }) => [siteId, name]));
  return {
    fields: ['value'],
    nameOf: ({ id }) => nameOfItem(id, { intl, isHybrid: energyType === 'Hybrid' }),
    labelOf: () => intl.formatMessage({ id: 'Contract_Value' }),
    textOf: ({ id, value }) => textOfItem(id, value, { intl, siteNames }),
  };
}

/** @param label - what users call it; empty: its own name */
export function viewText({ name, basis }: ViewKey, label: string, { formatMessage }: Pick<IntlShape, 'formatMessage'>): string {
  const own = label.trim() === '' ? formatMessage({ id: `Contract_View_${name}` }) : label.trim();
  return formatMessage({ id: `Contract_View_Of_${basis}` }, { view: own });
}

/** The day before a first day, as text. */
export function lastDayText(firstDay: string, { formatDate }: Pick<IntlShape, 'formatDate'>): string {
  return formatDate(Date.parse(`${firstDay}T00:00:00Z`) - 1, { dateStyle: 'medium', timeZone: 'UTC' });
}

function nameOfItem(id: string, { intl, isHybrid }: { intl: IntlShape; isHybrid: boolean }): string {
  const { formatMessage } = intl;
  const [kind = '', name, basis, source, category] = id.split(' ');
  if (kind === 'view') return viewText({ name, basis } as ViewKey, '', { formatMessage });
  if (kind === 'cell') {
    const view = viewText({ name, basis } as ViewKey, '', { formatMessage });
    const of = formatMessage({ id: `TimeCategory_${category}` as MessageKey });
    return isHybrid ? `${view}, ${formatMessage({ id: `EnergyType_${source}` as MessageKey })}, ${of}` : `${view}, ${of}`;
  }
  if (kind === 'guarantee')
    return `${formatMessage({ id: 'Contract_Guarantee' })}, ${viewText({ name, basis } as ViewKey, '', { formatMessage })}`;
  if (kind === 'methods')
    return `${formatMessage({ id: 'Contract_Methods' })}, ${formatMessage({ id: `EnergyType_${name}` as MessageKey })}`;
  if (kind === 'excluded') return formatMessage({ id: 'Contract_Excluded_One' });
  if (kind === 'earlier') return formatMessage({ id: 'Contract_Terms_Until' }, { date: lastDayText(name ?? '', intl) });
  return formatMessage({ id: `Contract_Field_${kind}` as MessageKey });
}

interface TextOptions {
  intl: IntlShape;
  siteNames: ReadonlyMap<string, string>;
}

function textOfItem(id: string, value: string, { intl, siteNames }: TextOptions): string | null {
  const { formatMessage, formatNumber, formatDate } = intl;
  const [kind = ''] = id.split(' ');
  if (kind === 'cell') return cellText(value, intl);
  if (kind === 'view') return value === '' ? formatMessage({ id: 'Contract_View_OwnName' }) : value;
  if (value === '') return null;
  if (kind === 'sites')
    return linesOf(value)
      .map((siteId) => siteNames.get(siteId) ?? siteId)
      .join(', ');
  if (kind === 'methods')
    return linesOf(value)
      .map((method) => formatMessage({ id: `ExpectedMethod_${method}` as MessageKey }))
      .join(' \u203a ');
  if (kind === 'overdesign') return formatMessage({ id: `Contract_Overdesign_${value}` as MessageKey });
  if (kind === 'primaryProductionView') return formatMessage({ id: `Contract_View_${value}` as MessageKey });
  if (kind === 'excludesEstimated') return formatMessage({ id: 'Contract_Yes' });
  if (kind === 'guarantee') {
    const { percent, steps } = JSON.parse(value) as { percent: number; steps: GuaranteeStep[] };
    const rates = steps.map(({ fromPercent, bonusPerPoint, penaltyPerPoint }) =>
      formatMessage({ id: 'Contract_Guarantee_Step_Text' }, { from: fromPercent, bonus: bonusPerPoint, penalty: penaltyPerPoint }),
    );
    return [`${formatNumber(percent)}\u2009%`, ...rates].join('; ');
  }
  if (kind === 'earlier') return guaranteesText(JSON.parse(value) as ContractTerms, intl);
  if (kind === 'excluded') {
    const { startMs, endMs, reason } = JSON.parse(value) as ExcludedPeriod;
    const at = (ms: number) => formatDate(ms, { dateStyle: 'medium', timeStyle: 'short' });
    return `${at(startMs)} \u2013 ${at(endMs)} ${reason}`;
  }
  return value;
}

/** What terms guarantee, in one line. */
export function guaranteesText({ guarantees, views }: ContractTerms, intl: IntlShape): string {
  if (guarantees.length === 0) return intl.formatMessage({ id: 'Contract_Terms_NoGuarantee' });
  return guarantees
    .map(({ view: name, basis, percent }) => {
      const label = views.find((view) => view.name === name && view.basis === basis)?.label ?? '';
      return `${viewText({ name, basis }, label, intl)} ${intl.formatNumber(percent)}\u2009%`;
    })
    .join(', ');
}

export function cellText(value: string, { formatMessage, formatNumber }: Pick<IntlShape, 'formatMessage' | 'formatNumber'>): string {
  if (value === 'A' || value === 'U' || value === 'X') return formatMessage({ id: `Contract_Cell_${value}` });
  return formatMessage(
    { id: 'Contract_Cell_Partial' },
    { share: formatNumber(Number(value), { style: 'percent', maximumFractionDigits: 1 }) },
  );
}

import type { ContractDifference, ContractSummary } from '@solvane/contract/contracts';
import type { MessageKey } from '@solvane/i18n/messages';
import { Changes } from '@solvane/ui/history-list';
import { useQuery } from '@tanstack/react-query';
import { type IntlShape, useIntl } from 'react-intl';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { QueryView } from '../../shared/states/query-view.tsx';
import type { ViewKey } from './contract-draft.ts';
import { contractComparisonQuery } from './contracts.queries.ts';
import { cellText, viewText } from './use-contract-texts.ts';

interface ContractComparisonProps {
  before: Pick<ContractSummary, 'id' | 'name'>;
  after: Pick<ContractSummary, 'id' | 'name'>;
  onClose: () => void;
}

/** What differs between two contracts. */
export function ContractComparison({ before, after, onClose }: ContractComparisonProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const query = useQuery(contractComparisonQuery({ before: before.id, after: after.id }));
  return (
    <FormDialog
      size="widest"
      title={formatMessage({ id: 'Contract_Compare_Title' }, { before: before.name, after: after.name })}
      onClose={onClose}
    >
      <QueryView
        query={query}
        isEmpty={({ differences }) => differences.length === 0}
        empty={{ title: formatMessage({ id: 'Contract_Compare_Same' }) }}
      >
        {({ differences }) => (
          <Changes
            labels={{ before: before.name, after: after.name }}
            changes={differences.map((each) => ({
              label: labelOf(each, intl),
              before: valueText(each, each.before, intl),
              after: valueText(each, each.after, intl),
            }))}
          />
        )}
      </QueryView>
    </FormDialog>
  );
}

function labelOf({ path }: ContractDifference, { formatMessage }: IntlShape): string {
  const [kind = '', name, basis, source, category] = path;
  const viewName = () => viewText({ name, basis } as ViewKey, '', { formatMessage });
  if (kind === 'views' && category) {
    return [
      viewName(),
      formatMessage({ id: `EnergyType_${source}` as MessageKey }),
      formatMessage({ id: `TimeCategory_${category}` as MessageKey }),
    ].join(', ');
  }
  if (kind === 'views') return viewName();
  if (kind === 'guarantees') return [formatMessage({ id: 'Contract_Guarantee' }), viewName(), ...path.slice(3)].join(', ');
  if (kind === 'expectedMethods')
    return `${formatMessage({ id: 'Contract_Methods' })} ${basis}, ${formatMessage({ id: `EnergyType_${name}` as MessageKey })}`;
  if (kind === 'excludedPeriods') return formatMessage({ id: 'Contract_Excluded_One' });
  if (kind === 'earlierTerms') return formatMessage({ id: 'Contract_Terms_Changed' });
  if (kind === 'sites') return formatMessage({ id: 'Contract_Field_sites' });
  if (kind === 'energyType') return formatMessage({ id: 'Contract_EnergyType' });
  return formatMessage({ id: `Contract_Field_${kind}` as MessageKey });
}

function valueText({ path }: ContractDifference, value: ContractDifference['before'], intl: IntlShape): string | null {
  if (value === null) return null;
  const [kind, , , , category] = path;
  if (kind === 'views' && category) return cellText(String(value), intl);
  if (kind === 'earlierTerms') return intl.formatDate(`${value}T12:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  if (kind === 'excludedPeriods' && typeof value === 'number') return intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short' });
  if (typeof value === 'boolean') return intl.formatMessage({ id: value ? 'Contract_Yes' : 'Contract_No' });
  if (kind === 'overdesign') return intl.formatMessage({ id: `Contract_Overdesign_${value}` as MessageKey });
  if (kind === 'expectedMethods') return intl.formatMessage({ id: `ExpectedMethod_${value}` as MessageKey });
  return typeof value === 'number' ? intl.formatNumber(value) : value;
}

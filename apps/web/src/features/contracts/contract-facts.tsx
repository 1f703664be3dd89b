import type { EnergyType } from '@solvane/contract/fleet';
import { Facts } from '@solvane/ui/facts';
import { useIntl } from 'react-intl';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { type ContractItem, excludedOf, linesOf, settingOf, sourcesOf } from './contract-draft.ts';
import classes from './contracts.module.css';

interface ContractFactsProps {
  items: readonly ContractItem[];
  energyType: EnergyType;
}

const HOUR_MS = 3_600_000;

/** What holds for the whole contract, in one line. */
export function ContractFacts({ items, energyType }: ContractFactsProps) {
  const { formatMessage, formatDate, formatNumber } = useIntl();
  const { allSites } = useFleet();
  const ids = linesOf(settingOf(items, 'sites'));
  const names = ids.map((id) => allSites.find(({ siteId }) => siteId === id)?.name ?? id);
  const dayText = (date: string): string => date && formatDate(`${date}T12:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  const excluded = excludedOf(items);
  const hours = excluded.reduce((sum, { period }) => sum + (period.endMs - period.startMs) / HOUR_MS, 0);
  const methods = sourcesOf(energyType).flatMap((source) => linesOf(settingOf(items, `methods ${source}`)));
  const [first] = methods;
  return (
    <div className={classes.facts}>
      <Facts
        layout="grid"
        facts={[
          {
            id: 'energyType',
            label: formatMessage({ id: 'Contract_EnergyType' }),
            value: formatMessage({ id: `EnergyType_${energyType}` }),
          },
          {
            id: 'sites',
            label: formatMessage({ id: 'Contract_Field_sites' }),
            value: names.length > 3 ? formatMessage({ id: 'Contract_Sites_Count' }, { count: names.length }) : names.join(', ') || null,
            reason: names.length === 0 ? formatMessage({ id: 'Contract_NoSites' }) : undefined,
          },
          {
            id: 'period',
            label: formatMessage({ id: 'Contract_Period' }),
            value: formatMessage(
              { id: 'Contract_Period_Half' },
              {
                hasFrom: settingOf(items, 'validFrom') === '' ? 'no' : 'yes',
                hasTo: settingOf(items, 'validTo') === '' ? 'no' : 'yes',
                from: dayText(settingOf(items, 'validFrom')),
                to: dayText(settingOf(items, 'validTo')),
              },
            ),
          },
          {
            id: 'methods',
            label: formatMessage({ id: 'Contract_Methods' }),
            value:
              first === undefined
                ? formatMessage({ id: 'Contract_Methods_Usual' })
                : formatMessage(
                    { id: 'Contract_Methods_Text' },
                    { first: formatMessage({ id: `ExpectedMethod_${first}` as never }), count: methods.length - 1 },
                  ),
          },
          {
            id: 'overdesign',
            label: formatMessage({ id: 'Contract_Field_overdesign' }),
            value: formatMessage({ id: `Contract_Overdesign_${settingOf(items, 'overdesign')}` as never }),
          },
          {
            id: 'excluded',
            label: formatMessage({ id: 'Contract_Excluded' }),
            value: formatMessage(
              { id: 'Contract_Excluded_Text' },
              { count: excluded.length, hours: formatNumber(hours, { maximumFractionDigits: 1 }) },
            ),
          },
        ]}
      />
    </div>
  );
}

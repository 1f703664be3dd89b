import type { CodeSet } from '@solvane/contract/event-codes';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { sitesFor } from './code-set-place.ts';
import { type CodeSetSearch, LEVELS, type Level } from './code-set-search.ts';

interface LevelSwitchProps {
  level: Level;
  enterpriseId: string | undefined;
  siteId: string | undefined;
  set: CodeSet;
  onChange: (change: Pick<CodeSetSearch, 'level' | 'enterprise' | 'site'>) => void;
}

/** The level that is shown and changed: the set itself, an enterprise, or one site. */
export function LevelSwitch({ level, enterpriseId, siteId, set, onChange }: LevelSwitchProps) {
  const { formatMessage } = useIntl();
  const { enterprises, allSites } = useFleet();
  const usable = enterprises.filter(({ id }) => set.enterpriseId === null || id === set.enterpriseId);
  return (
    <>
      <Segments
        label={formatMessage({ id: 'EventCodeSet_Level' })}
        value={level}
        options={LEVELS.map((value) => ({ value, label: formatMessage({ id: `EventCodeSet_Level_${value}` }) }))}
        onChange={(next) => onChange({ level: next })}
      />
      {level === 'enterprise' && usable.length > 1 && (
        <SelectField
          isLabelHidden
          label={formatMessage({ id: 'EventCodeSet_Enterprise' })}
          options={usable.map(({ id, name }) => ({ value: id as string, label: name }))}
          value={enterpriseId ?? null}
          onChange={(id) => id !== null && onChange({ level, enterprise: id })}
        />
      )}
      {level === 'site' && (
        <SelectField
          isLabelHidden
          label={formatMessage({ id: 'EventCodeSet_Site' })}
          placeholder={formatMessage({ id: 'EventCodeSet_Site_Choose' })}
          options={sitesFor(set, allSites).map((site) => ({ value: site.siteId as string, label: site.name }))}
          value={siteId ?? null}
          onChange={(id) => id !== null && onChange({ level, site: id })}
        />
      )}
    </>
  );
}

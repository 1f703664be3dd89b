import { Select } from '@mantine/core';
import type { CodeSet } from '@solvane/contract/event-codes';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { sitesFor } from './code-set-place.ts';
import { type CodeSetSearch, LEVELS, type Level } from './code-set-search.ts';
import classes from './event-code-sets.module.css';

interface LevelSwitchProps {
  level: Level;
  enterpriseId: string | undefined;
  siteId: string | undefined;
  set: CodeSet;
  onChange: (change: Pick<CodeSetSearch, 'level' | 'enterprise' | 'site'>) => void;
}

/** Whose word is shown and changed: the set's own, that of an enterprise, or that of one site. */
export function LevelSwitch({ level, enterpriseId, siteId, set, onChange }: LevelSwitchProps) {
  const { formatMessage } = useIntl();
  const { enterprises, allSites } = useFleet();
  const usable = enterprises.filter(({ id }) => set.enterpriseId === null || id === set.enterpriseId);
  const sites = sitesFor(set, allSites);
  return (
    <div className={classes.levels}>
      <Segments
        label={formatMessage({ id: 'EventCodeSet_Level' })}
        value={level}
        options={LEVELS.map((value) => ({ value, label: formatMessage({ id: `EventCodeSet_Level_${value}` }) }))}
        onChange={(next) => onChange({ level: next })}
      />
      {level === 'enterprise' && usable.length > 1 && (
        <Select
          aria-label={formatMessage({ id: 'EventCodeSet_Enterprise' })}
          className={classes.owner}
          searchable
          allowDeselect={false}
          data={usable.map(({ id, name }) => ({ value: id as string, label: name }))}
          value={enterpriseId ?? null}
          onChange={(id) => id !== null && onChange({ level, enterprise: id })}
        />
      )}
      {level === 'site' && (
        <Select
          aria-label={formatMessage({ id: 'EventCodeSet_Site' })}
          className={classes.owner}
          searchable
          allowDeselect={false}
          placeholder={formatMessage({ id: 'EventCodeSet_Site_Choose' })}
          data={sites.map((site) => ({ value: site.siteId as string, label: site.name }))}
          value={siteId ?? null}
          onChange={(id) => id !== null && onChange({ level, site: id })}
        />
      )}
    </div>
  );
}

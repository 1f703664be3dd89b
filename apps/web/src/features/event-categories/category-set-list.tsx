import type { CategorySet } from '@solvane/contract/event-codes';
import { useIntl } from 'react-intl';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { setKeyOf } from './category-draft.ts';
import classes from './event-categories.module.css';

interface CategorySetListProps {
  sets: readonly CategorySet[];
  open: string;
  onOpen: (key: string) => void;
}

/** Sets by enterprise: those in use and those that are not. */
export function CategorySetList({ sets, open, onOpen }: CategorySetListProps) {
  const { formatMessage } = useIntl();
  const { enterprises } = useFleet();
  const byEnterprise = Map.groupBy(sets, ({ enterpriseId }) => enterpriseId);
  return (
    <nav className={classes.sets} aria-label={formatMessage({ id: 'EventCategorySet_Sets' })}>
      {[...byEnterprise].map(([enterpriseId, own]) => (
        <section key={enterpriseId}>
          {byEnterprise.size > 1 && <h2>{enterprises.find(({ id }) => id === enterpriseId)?.name ?? enterpriseId}</h2>}
          <ul>
            {own.map((set) => {
              const key = setKeyOf(set);
              const energy = formatMessage({ id: `EventAction_CategorySet_${set.energyType}` });
              return (
                <li key={key}>
                  <button type="button" className={classes.set} aria-current={key === open || undefined} onClick={() => onOpen(key)}>
                    <b>{set.id === null ? energy : set.name}</b>
                    <small>
                      {[
                        set.id === null ? formatMessage({ id: 'EventCategorySet_Default' }) : energy,
                        formatMessage({ id: 'EventCategorySet_Count' }, { count: set.categories.length }),
                        set.isInUse ? formatMessage({ id: 'EventCategorySet_InUse' }) : formatMessage({ id: 'EventCategorySet_NotInUse' }),
                      ].join(' · ')}
                    </small>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}

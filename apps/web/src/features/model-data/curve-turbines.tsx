import type { CurveTurbine } from '@solvane/contract/models';
import { Section } from '@solvane/ui/section';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { type CurveDraft, turbinesOf, withValue } from './curve-draft.ts';
import classes from './model-data.module.css';
import { TurbineSelect } from './turbine-select.tsx';
import { useTurbineText } from './use-turbine-text.ts';

interface CurveTurbinesProps {
  draft: CurveDraft;
  /** Of the enterprise. */
  turbines: readonly CurveTurbine[];
  canEdit: boolean;
}

/** The turbines that a curve is assigned to. */
export function CurveTurbines({ draft, turbines, canEdit }: CurveTurbinesProps) {
  const { formatMessage } = useIntl();
  const turbineText = useTurbineText(turbines);
  const ids = turbinesOf(draft.items);
  const put = (next: readonly string[]): void => draft.change((items) => withValue(items, 'turbines', next.toSorted().join('\n')));
  return (
    <Section
      title={formatMessage({ id: 'ModelData_Field_turbines' })}
      detail={formatMessage({ id: 'ModelData_Turbines_Count' }, { count: ids.length })}
      isFramed
    >
      <div className={classes.padded}>
        {canEdit ? (
          <TurbineSelect
            label={formatMessage({ id: 'ModelData_Assigned' })}
            help={formatMessage({ id: 'ModelData_Assigned_Help' })}
            turbines={turbines}
            values={ids}
            onChange={put}
          />
        ) : (
          <ConfigurationNote>{ids.length === 0 ? formatMessage({ id: 'ModelData_NoTurbines' }) : turbineText(ids)}</ConfigurationNote>
        )}
      </div>
    </Section>
  );
}

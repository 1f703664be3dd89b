import type { ContractSummary } from '@solvane/contract/contracts';
import { useIntl } from 'react-intl';
import classes from './contracts.module.css';

/** Whether a contract counts today. */
export function StateTag({ state }: Pick<ContractSummary, 'state'>) {
  const { formatMessage } = useIntl();
  return (
    <span className={classes.tag} data-state={state}>
      {formatMessage({ id: `Contract_State_${state}` })}
    </span>
  );
}

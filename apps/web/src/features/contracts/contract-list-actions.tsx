import type { ContractSummary } from '@solvane/contract/contracts';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationActions, ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { SaveProblems } from '../../shared/configuration/save-problems.tsx';
import classes from './contracts.module.css';
import { useArchiveContract } from './contracts.queries.ts';
import { DuplicateDialog } from './duplicate-dialog.tsx';

interface ContractListActionsProps {
  selected: readonly ContractSummary[];
  onCompare: () => void;
  onOpen: (id: string) => void;
  /** The selection was dealt with. */
  onDone: () => void;
}

/** What can be done with the selected contracts; with none it says how. */
export function ContractListActions({ selected, onCompare, onOpen, onDone }: ContractListActionsProps) {
  const { formatMessage } = useIntl();
  const archive = useArchiveContract();
  const [isCopying, setCopying] = useState(false);
  const [first] = selected;
  if (!first) return <ConfigurationNote>{formatMessage({ id: 'Contract_Select_Help' })}</ConfigurationNote>;
  const isArchived = first.state === 'archived';
  const isOne = selected.length === 1;
  return (
    <div className={classes.stack}>
      <div className={classes.bar}>
        <span className={classes.quiet}>{formatMessage({ id: 'Contract_Selected' }, { count: selected.length })}</span>
        <ConfigurationActions
          actions={[
            isOne && { label: formatMessage({ id: 'Contract_Duplicate' }), run: () => setCopying(true) },
            isOne && {
              label: formatMessage({ id: isArchived ? 'Contract_Restore' : 'Contract_Archive' }),
              isBusy: archive.isPending,
              run: () => archive.mutate({ contractConfigurationId: first.id, isArchived: !isArchived }, { onSuccess: onDone }),
            },
            selected.length === 2 && { label: formatMessage({ id: 'Contract_Compare' }), run: onCompare },
          ]}
        />
      </div>
      <SaveProblems error={archive.error} title="Contract_Refused" />
      {isCopying && <DuplicateDialog contract={first} onClose={() => setCopying(false)} onSaved={onOpen} />}
    </div>
  );
}

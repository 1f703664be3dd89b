import type { ContractSummary } from '@solvane/contract/contracts';
import { useIntl } from 'react-intl';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import { useDuplicateContract } from './contracts.queries.ts';

interface DuplicateDialogProps {
  contract: Pick<ContractSummary, 'id' | 'name'>;
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** The name of a copy, which begins without sites. */
export function DuplicateDialog({ contract, onClose, onSaved }: DuplicateDialogProps) {
  const { formatMessage } = useIntl();
  const copy = useDuplicateContract();
  return (
    <FieldsDialog
      title={formatMessage({ id: 'Contract_Duplicate_Title' }, { name: contract.name })}
      submitLabel={formatMessage({ id: 'Contract_Duplicate' })}
      fields={[
        {
          name: 'name',
          label: formatMessage({ id: 'Contract_Field_name' }),
          help: formatMessage({ id: 'Contract_Duplicate_Help' }),
          isRequired: true,
        },
      ]}
      initial={{ name: '' }}
      save={copy}
      onClose={onClose}
      onSubmit={({ name }) =>
        copy.mutate(
          { contractConfigurationId: contract.id, name },
          {
            onSuccess: ({ id }) => {
              onClose();
              onSaved(id);
            },
          },
        )
      }
    />
  );
}

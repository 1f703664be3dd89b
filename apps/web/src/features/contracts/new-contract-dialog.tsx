import { contractEndpoints } from '@solvane/contract/contracts';
import { type EnergyType, energyTypeSchema } from '@solvane/contract/fleet';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useSaveContract } from './contracts.queries.ts';

interface NewContractDialogProps {
  onClose: () => void;
  onSaved: (id: string) => void;
}

/** A new contract begins with the standard sheets, without sites: it counts nothing before it is given some. */
export function NewContractDialog({ onClose, onSaved }: NewContractDialogProps) {
  const { formatMessage } = useIntl();
  const { enterprises, selectedIds } = useFleet();
  const save = useSaveContract();
  const terms = useMutation({
    mutationFn: (energyType: EnergyType) => call(contractEndpoints.defaults, { body: { energyType } }),
    meta: { isShownInPlace: true },
  });
  const choices = enterprises.filter(({ id }) => selectedIds.includes(id));
  const create = async ({
    name,
    description,
    energyType,
    enterprise,
  }: Record<'name' | 'description' | 'energyType' | 'enterprise', string>) => {
    const type = energyTypeSchema.parse(energyType);
    const usual = await terms.mutateAsync(type);
    const saved = await save.mutateAsync({
      ...{ id: null, name, description, energyType: type, enterpriseId: enterpriseIdSchema.parse(enterprise) },
      ...{ validFrom: null, validTo: null, lossCategorySetId: null, siteIds: [], terms: usual },
    });
    onClose();
    onSaved(saved.id);
  };
  return (
    <FieldsDialog
      title={formatMessage({ id: 'Contract_New' })}
      submitLabel={formatMessage({ id: 'Contract_Create' })}
      fields={[
        { name: 'name', label: formatMessage({ id: 'Contract_Field_name' }), isRequired: true },
        { name: 'description', label: formatMessage({ id: 'Contract_Field_description' }), maxLength: LIMITS.descriptionLength },
        {
          name: 'energyType',
          label: formatMessage({ id: 'Contract_EnergyType' }),
          isRequired: true,
          options: energyTypeSchema.options.map((value) => ({ value, label: formatMessage({ id: `EnergyType_${value}` }) })),
        },
        {
          name: 'enterprise',
          label: formatMessage({ id: 'Contract_Enterprise' }),
          isRequired: true,
          options: choices.map(({ id, name }) => ({ value: id as string, label: name })),
        },
      ]}
      initial={{ name: '', description: '', energyType: 'PV', enterprise: choices[0]?.id ?? '' }}
      save={{ error: save.error ?? terms.error, isPending: save.isPending || terms.isPending }}
      onClose={onClose}
      // What failed is shown in the dialog.
      onSubmit={(values) => void create(values).catch(() => undefined)}
    />
  );
}

import type { EnterpriseId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import { type QualityContent, type QualityDetails, type QualitySummary, qualityEndpoints } from '@solvane/contract/quality';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { useSaveConfiguration } from '../../workspace/use-save-configuration.ts';
import { qualityKeys } from './data-quality.queries.ts';

interface NewConfigurationDialogProps {
  /** Copied; undefined: the standard rules are. */
  source?: QualitySummary | undefined;
  onClose: () => void;
  onCreated: (configurationId: string) => void;
}

/** A new configuration with the rules of another one, or with the standard rules. */
export function NewConfigurationDialog({ source, onClose, onCreated }: NewConfigurationDialogProps) {
  const { formatMessage } = useIntl();
  const { enterprises, selectedIds } = useFleet();
  const owners = enterprises.filter(({ id }) => selectedIds.includes(id));
  const create = useSaveConfiguration({
    save: async ({ name, description, enterpriseId }: { name: string; description: string; enterpriseId: string }) =>
      call(qualityEndpoints.create, {
        body: { name, description, enterpriseId: enterpriseId as EnterpriseId, content: await contentOf(source) },
      }),
    changedKeys: [qualityKeys.all],
    doneMessage: source ? 'QualityConfiguration_Duplicated' : 'QualityConfiguration_Created',
  });
  return (
    <FieldsDialog
      title={formatMessage({ id: source ? 'QualityConfiguration_Duplicate_Title' : 'QualityConfiguration_New' }, { name: source?.name })}
      submitLabel={formatMessage({ id: source ? 'QualityConfiguration_Duplicate' : 'QualityConfiguration_Create' })}
      initial={{
        name: source ? formatMessage({ id: 'Dashboard_CopyOf' }, { title: source.name }).slice(0, LIMITS.nameLength) : '',
        description: source?.description ?? '',
        enterpriseId: source?.enterpriseId ?? owners[0]?.id ?? '',
      }}
      fields={[
        { name: 'name', label: formatMessage({ id: 'QualityConfiguration_Name' }), isRequired: true },
        {
          name: 'description',
          label: formatMessage({ id: 'QualityConfiguration_Description' }),
          maxLength: LIMITS.descriptionLength,
        },
        {
          name: 'enterpriseId',
          label: formatMessage({ id: 'QualityConfiguration_Enterprise' }),
          help: formatMessage({ id: source ? 'QualityConfiguration_Duplicate_Help' : 'QualityConfiguration_New_Help' }),
          isRequired: true,
          options: owners.map(({ id, name }) => ({ value: id, label: name })),
        },
      ]}
      save={create}
      onSubmit={(values) =>
        create.mutate(values, {
          onSuccess: ({ id }) => {
            onClose();
            onCreated(id);
          },
        })
      }
      onClose={onClose}
    />
  );
}

interface RenameDialogProps {
  configuration: QualityDetails;
  onClose: () => void;
}

/** Name and description; the rules stay as they are. */
export function RenameDialog({ configuration, onClose }: RenameDialogProps) {
  const { formatMessage } = useIntl();
  const { id: configurationId, name, description, content, versions, revision } = configuration;
  const save = useSaveConfiguration({
    save: (values: { name: string; description: string }) =>
      call(qualityEndpoints.save, {
        body: { configurationId, ...values, content, effectiveFrom: versions.at(-1)?.effectiveFrom ?? null, seenRevision: revision.id },
      }),
    changedKeys: [qualityKeys.all],
    doneMessage: 'QualityConfiguration_Saved',
  });
  return (
    <FieldsDialog
      title={formatMessage({ id: 'QualityConfiguration_Rename' })}
      submitLabel={formatMessage({ id: 'QualityConfiguration_Rename' })}
      initial={{ name, description }}
      fields={[
        { name: 'name', label: formatMessage({ id: 'QualityConfiguration_Name' }), isRequired: true },
        { name: 'description', label: formatMessage({ id: 'QualityConfiguration_Description' }), maxLength: LIMITS.descriptionLength },
      ]}
      save={save}
      onSubmit={(values) => save.mutate(values, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

async function contentOf(source: QualitySummary | undefined): Promise<QualityContent> {
  if (!source) return call(qualityEndpoints.defaults);
  return (await call(qualityEndpoints.get, { body: { configurationId: source.id } })).content;
}

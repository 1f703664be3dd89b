import { type CodeSet, categorySetEnergyTypeSchema, type UsableCategory } from '@solvane/contract/event-codes';
import { enterpriseIdSchema } from '@solvane/contract/ids';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useAccess } from '../../shared/access/session.queries.ts';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import { EventMark } from '../../shared/events/event-mark.tsx';
import { useEventLabels } from '../../shared/events/use-event-labels.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { type StatedCode, statedCodes, toContent } from './code-items.ts';
import { codeSetQuery } from './event-code-sets.queries.ts';
import { useSaveCodes } from './use-save-codes.ts';

interface AddCodeDialogProps {
  known: ReadonlySet<string>;
  categories: readonly UsableCategory[];
  onClose: () => void;
  onAdd: (code: StatedCode) => void;
}

/** A code for the set: it joins the changes that are saved together. */
export function AddCodeDialog({ known, categories, onClose, onAdd }: AddCodeDialogProps) {
  const { formatMessage } = useIntl();
  const words = useEventLabels();
  const title = formatMessage({ id: 'EventCodeSet_Add' });
  return (
    <FieldsDialog
      title={title}
      submitLabel={title}
      initial={{ id: '', description: '', category: '' }}
      fields={[
        {
          name: 'id',
          label: formatMessage({ id: 'EventCodeSet_Column_Code' }),
          isRequired: true,
          problemOf: (code) => (known.has(code) ? formatMessage({ id: 'EventCodeSet_Problem_CodeTwice' }, { code }) : undefined),
        },
        { name: 'description', label: formatMessage({ id: 'EventCodeSet_Column_Description' }), maxLength: 500 },
        {
          name: 'category',
          label: formatMessage({ id: 'EventAction_Category' }),
          isRequired: true,
          options: categories.map(({ name, eventType }) => ({
            value: name,
            label: words.category(name),
            detail: words.type(eventType),
            icon: <EventMark type={eventType} />,
          })),
        },
      ]}
      onClose={onClose}
      onSubmit={(values) => {
        const { eventType = null } = categories.find(({ name }) => name === values.category) ?? {};
        onAdd({ ...values, eventType, priority: '' });
        onClose();
      }}
    />
  );
}

interface CodeSetDialogProps {
  /** undefined: a new one. */
  set: CodeSet | undefined;
  onClose: () => void;
  onSaved: (setId: string) => void;
}

const SHARED = 'shared';

/** The name of a set, and which devices use it. */
export function CodeSetDialog({ set, onClose, onSaved }: CodeSetDialogProps) {
  const { formatMessage } = useIntl();
  const queryClient = useQueryClient();
  const { isProvider } = useAccess();
  const { enterprises, selectedIds } = useFleet();
  const save = useSaveCodes();
  const initial = {
    name: set?.name ?? '',
    manufacturer: set?.manufacturer ?? '',
    models: set?.models ?? [],
    energyType: set?.energyType ?? 'PVPlant',
    enterpriseId: set ? (set.enterpriseId ?? SHARED) : (selectedIds[0] ?? ''),
  };
  const submit = async ({ energyType, enterpriseId: owner, models, ...texts }: typeof initial): Promise<void> => {
    const known = set && (await queryClient.fetchQuery(codeSetQuery({ setId: set.id })));
    save.mutate(
      {
        ...texts,
        id: set?.id ?? null,
        models: [...models],
        energyType: categorySetEnergyTypeSchema.parse(energyType),
        enterpriseId: owner === SHARED ? null : enterpriseIdSchema.parse(owner),
        ...(known && { seenRevision: known.revision.id }),
        codes: toContent(statedCodes(known?.codes ?? [], 'default')),
      },
      {
        onSuccess: ({ id }) => {
          onClose();
          if (id !== undefined) onSaved(id);
        },
      },
    );
  };
  const help = (name: 'Manufacturer' | 'Models' | 'EnergyType') => ({
    label: formatMessage({ id: `EventCodeSet_${name}` }),
    help: formatMessage({ id: `EventCodeSet_${name}_Help` }),
  });
  return (
    <FieldsDialog
      title={formatMessage({ id: set ? 'EventCodeSet_Edit' : 'EventCodeSet_New' })}
      submitLabel={formatMessage({ id: set ? 'EventCodeSet_Edit_Save' : 'EventCodeSet_Create' })}
      initial={initial}
      fields={[
        { name: 'name', label: formatMessage({ id: 'EventCodeSet_Name' }), isRequired: true },
        { name: 'manufacturer', ...help('Manufacturer'), isRequired: true },
        { name: 'models', ...help('Models') },
        {
          name: 'energyType',
          ...help('EnergyType'),
          options: categorySetEnergyTypeSchema.options.map((value) => ({
            value,
            label: formatMessage({ id: `EventAction_CategorySet_${value}` }),
          })),
        },
        {
          name: 'enterpriseId',
          label: formatMessage({ id: 'EventCodeSet_Owner' }),
          isRequired: true,
          isDisabled: set !== undefined,
          options: [
            ...(isProvider ? [{ value: SHARED, label: formatMessage({ id: 'EventCodeSet_Shared' }) }] : []),
            ...enterprises.map(({ id, name }) => ({ value: id as string, label: name })),
          ],
        },
      ]}
      save={save}
      onClose={onClose}
      onSubmit={(values) => void submit(values)}
    />
  );
}

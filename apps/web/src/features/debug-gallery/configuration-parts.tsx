import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import type { SavedVersion } from '@solvane/contract/validity';
import { type ReactNode, useState } from 'react';
import { ConfigurationHistory } from '../../shared/configuration/configuration-history.tsx';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import type { ItemTexts } from '../../shared/configuration/item-texts.ts';
import { LeaveGuard } from '../../shared/configuration/leave-guard.tsx';
import { SaveConflict } from '../../shared/configuration/save-conflict.tsx';
import { Part } from './part.tsx';

interface Limit {
  id: string;
  value: string;
  unit: string;
}

const BASE: readonly Limit[] = [
  { id: 'Flatline, window', value: '360', unit: 'min' },
  { id: 'Tracker angle limit', value: '55', unit: '°' },
  { id: 'Consensus, tolerance', value: '8', unit: '%' },
];
const THEIRS = [
  { id: 'Flatline, window', value: '60', unit: 'min' },
  { id: 'Tracker angle limit', value: '60', unit: '°' },
];
const OWN = [
  { id: 'Flatline, window', value: '90', unit: 'min' },
  { id: 'Tracker angle limit', value: '55', unit: '°' },
  { id: 'Consensus, tolerance', value: '8', unit: '%' },
];

const TEXTS: ItemTexts<Limit> = {
  fields: ['value', 'unit'],
  nameOf: ({ id }) => id,
  labelOf: (field) => field,
  textOf: (limit, field) => limit[field],
};

const VERSIONS: SavedVersion[] = [
  { version: 3, note: 'Sensors of row 4 replaced', savedBy: 'Elena Lorca', savedAtMs: Date.UTC(2026, 2, 3, 9, 20) },
  { version: 2, note: '', savedBy: 'Mats Kron', savedAtMs: Date.UTC(2025, 10, 3, 14, 5) },
  { version: 1, note: '', savedBy: 'Mats Kron', savedAtMs: Date.UTC(2025, 4, 12, 8, 0) },
];
const CONTENTS = [BASE, OWN, THEIRS];

/** Parts of configuration screens that open over them. */
export function ConfigurationParts() {
  const [shown, setShown] = useState<string>();
  const close = (): void => setShown(undefined);
  const dialogs: Record<string, ReactNode> = {
    SaveConflict: (
      <SaveConflict
        save={{ error: new AppError('configuration.changed'), isPending: false, reset: close }}
        revision={{ id: '', changedBy: 'Elena Lorca', changedAtMs: Date.UTC(2026, 2, 3, 9, 20) }}
        versions={{ base: BASE, theirs: THEIRS, own: OWN }}
        texts={TEXTS}
        onReapply={close}
        onOverwrite={close}
      />
    ),
    ConfigurationHistory: (
      <ConfigurationHistory
        queryKey={['debug-gallery', 'configuration']}
        list={() => Promise.resolve({ items: VERSIONS })}
        load={(version) => Promise.resolve(CONTENTS[version - 1] ?? [])}
        texts={TEXTS}
        onRestore={close}
        onClose={close}
      />
    ),
    FieldsDialog: (
      <FieldsDialog
        title="Rename the set"
        submitLabel="Rename"
        initial={{ name: 'Wind' }}
        fields={[{ name: 'name', label: 'Name', isRequired: true }]}
        save={{ error: null, isPending: false }}
        onSubmit={close}
        onClose={close}
      />
    ),
    LeaveGuard: <LeaveGuard draft={BASE} searchKeys={[]} onDiscard={close} />,
  };
  return (
    <Part name="Configuration: follow a link while LeaveGuard is on">
      {Object.keys(dialogs).map((name) => (
        <Button key={name} variant={name === shown ? 'light' : 'default'} onClick={() => setShown(name === shown ? undefined : name)}>
          {name}
        </Button>
      ))}
      {shown !== undefined && dialogs[shown]}
    </Part>
  );
}

import { Button, Textarea, TextInput } from '@mantine/core';
import { Facts } from '@solvane/ui/facts';
import { ProblemBox } from '@solvane/ui/problem-box';
import { Section } from '@solvane/ui/section';
import { useState } from 'react';
import { SaveBar } from '../../shared/controls/save-bar.tsx';
import { FormDialog } from '../../shared/dialogs/form-dialog.tsx';
import { HistoryList } from '../../shared/history/history-list.tsx';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const FACTS = [
  { label: 'Nominal power', value: '49.9', unit: 'MW' },
  { label: 'Modules', value: '112 320', detail: '445 Wp' },
  { label: 'Wind speed', value: null, reason: 'This site has no anemometer.' },
  { label: 'Energy', value: '18.30', unit: 'MWh', reason: '71.3 % of the intervals have a value.' },
];

const PROBLEMS = [
  { id: 'sites', name: 'Assigned sites', text: 'Malar is linked to PV north.', onShow: () => undefined },
  { id: 'tolerance', name: 'Flatline, tolerance', text: 'Value needs to be greater than 0' },
];

const VERSIONS = [
  { id: '8', title: 'Version 8', who: 'Mats Kron', when: '24 Jun 2026', isCurrent: true },
  {
    id: '7',
    title: 'Version 7',
    who: 'Elena Lorca',
    when: '3 Mar 2026',
    note: 'Sensors of row 4 replaced',
    canCompare: true,
    canRestore: true,
    changes: [
      { label: 'Flatline, window', before: '360 min', after: '60 min' },
      { label: 'Tracker angle limit', before: null, after: '55°' },
    ],
  },
  { id: '6', title: 'Version 6', who: 'Mats Kron', when: '3 Nov 2025', isUndone: true, canCompare: true },
];

/** Parts of screens that show, edit and save. */
export function KitParts() {
  const [compared, setCompared] = useState<string>();
  return (
    <>
      <FormDialogs />
      <Part name="Section">
        <div className={classes.wide}>
          <Section title="Internal methods" detail="9 tests, in this order" actions={<Button size="xs">actions</Button>}>
            <Facts facts={FACTS} />
          </Section>
          <Section title="isCollapsible" isCollapsible isFramed description="Earlier days keep version 7.">
            <Facts facts={FACTS} isNumeric />
          </Section>
          <Section title="startsClosed" isCollapsible startsClosed>
            <Facts facts={FACTS} />
          </Section>
        </div>
      </Part>
      <Part name="Facts layout=grid">
        <Facts facts={FACTS} layout="grid" />
      </Part>
      <Part name="HistoryList">
        <div className={classes.wide}>
          <HistoryList entries={VERSIONS} comparedId={compared} onCompare={setCompared} onRestore={() => undefined} />
        </div>
      </Part>
      <Part name="ProblemBox" isWide>
        <ProblemBox title="2 fields need a change before this can be saved." problems={PROBLEMS} />
        <ProblemBox tone="warn" title="3 events changed while this dialog was open." />
      </Part>
      <SaveBars />
    </>
  );
}

function SaveBars() {
  const shared = { onSave: () => undefined, onDiscard: () => undefined };
  return (
    <Part name="SaveBar" isWide>
      <div className={classes.wide}>
        <SaveBar {...shared} changeCount={3} detail="Flatline window, consensus order" effect="Saving recalculates 3 sites, 92 days" />
        <SaveBar {...shared} changeCount={2} problems={PROBLEMS} saveLabel="Save version 8" />
        <SaveBar {...shared} changeCount={1} isSaving />
        <SaveBar {...shared} changeCount={0} progress={0.62} progressText="Recalculating 3 sites, 62 %" />
      </div>
    </Part>
  );
}

type Shown = 'edited' | 'danger' | 'busy' | 'problem' | 'read';
const DIALOGS: readonly Shown[] = ['edited', 'danger', 'busy', 'problem', 'read'];

function FormDialogs() {
  const [shown, setShown] = useState<Shown>();
  const close = (): void => setShown(undefined);
  return (
    <Part name="FormDialog">
      {DIALOGS.map((name) => (
        <Button key={name} variant="default" onClick={() => setShown(name)}>
          {name}
        </Button>
      ))}
      {shown === 'edited' && <EditedDialog onClose={close} />}
      {shown === 'danger' && (
        <FormDialog
          icon="danger"
          isDanger
          title="Delete the configuration PV north?"
          cancelLabel="Keep it"
          submitLabel="Delete PV north"
          onClose={close}
          onSubmit={close}
        >
          <p>It covers 22 signals and has 5 versions. This cannot be undone.</p>
        </FormDialog>
      )}
      {(shown === 'busy' || shown === 'problem') && (
        <FormDialog
          title="Rename the view"
          submitLabel="Rename"
          isBusy={shown === 'busy'}
          problem={shown === 'problem' && <ProblemBox title="The view could not be renamed." problems={PROBLEMS} />}
          onClose={close}
          onSubmit={close}
        >
          <TextInput label="Name" defaultValue="PV standard" error={shown === 'problem' && 'The name is in use'} />
        </FormDialog>
      )}
      {shown === 'read' && (
        <FormDialog title="PV standard" size="wide" onClose={close}>
          <Facts facts={FACTS} />
        </FormDialog>
      )}
    </Part>
  );
}

function EditedDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('PV standard');
  const [isChecked, setChecked] = useState(false);
  const error = isChecked && name === '' && 'This field is required';
  return (
    <FormDialog
      title="New configuration"
      submitLabel="Create configuration"
      isEdited={name !== 'PV standard'}
      onClose={onClose}
      onSubmit={() => (name === '' ? setChecked(true) : onClose())}
    >
      <TextInput label="Name" withAsterisk value={name} error={error} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      <Textarea label="Description" />
    </FormDialog>
  );
}

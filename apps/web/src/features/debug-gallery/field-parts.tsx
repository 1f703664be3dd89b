import { CheckField } from '@solvane/ui/check-field';
import { NativeSelectField, type SelectOption } from '@solvane/ui/select-field';
import { useState } from 'react';
import { MultiSelectField, SelectField } from '../../shared/fields/select-field.tsx';
import { Part } from './part.tsx';

type Site = 'guadal' | 'lammer' | 'malar' | 'pecan' | 'deccan' | 'barossa' | 'tindouf' | 'aurland' | 'sierra';

const SITES: readonly SelectOption<Site>[] = [
  { value: 'guadal', label: 'Guadal', detail: 'PV, 50 MW', group: 'PV' },
  { value: 'malar', label: 'Malar', detail: 'PV, 12 MW', group: 'PV' },
  { value: 'deccan', label: 'Deccan', detail: 'PV, 80 MW', group: 'PV' },
  { value: 'lammer', label: 'Lammer', detail: 'Wind, 21 MW', group: 'Wind' },
  { value: 'barossa', label: 'Barossa', detail: 'Wind, 34 MW', group: 'Wind' },
  { value: 'aurland', label: 'Aurland', detail: 'Wind, 9 MW', group: 'Wind', isDisabled: true },
  { value: 'pecan', label: 'Pecan', detail: 'Battery, 20 MW', group: 'Battery' },
  { value: 'tindouf', label: 'Tindouf', detail: 'Hybrid, 60 MW', group: 'Hybrid' },
  { value: 'sierra', label: 'Sierra', detail: 'Hybrid, 15 MW', group: 'Hybrid' },
];
const FEW = SITES.slice(0, 3);

/** Checkbox and select in their states. */
export function FieldParts() {
  const [isOn, setOn] = useState(true);
  const [site, setSite] = useState<Site | null>('lammer');
  const [few, setFew] = useState<Site | null>(null);
  const [sites, setSites] = useState<Site[]>(['guadal', 'pecan']);
  return (
    <>
      <Part name="CheckField">
        <CheckField label="isChecked" isChecked={isOn} onChange={setOn} />
        <CheckField label="isMixed" isChecked={false} isMixed onChange={() => undefined} />
        <CheckField label="isDisabled" isChecked isDisabled onChange={() => undefined} />
        <CheckField label="isLabelHidden" isLabelHidden isChecked={isOn} onChange={setOn} />
        <CheckField label="help" help="Earlier days keep version 7" isChecked={isOn} onChange={setOn} />
        <CheckField label="error" error="Needs a contract first" isChecked={false} onChange={() => undefined} />
      </Part>
      <Part name="SelectField">
        <SelectField label="group, detail, search" options={SITES} value={site} onChange={setSite} />
        <SelectField label="isClearable" isClearable placeholder="PV" options={FEW} value={few} onChange={setFew} />
        <SelectField label="error" isRequired options={FEW} value={null} error="This field is required" onChange={() => undefined} />
        <SelectField label="isDisabled" options={SITES} value="malar" isDisabled onChange={() => undefined} />
        <SelectField label="small" isLabelHidden size="small" options={SITES} value={site} onChange={setSite} />
      </Part>
      <Part name="MultiSelectField">
        <MultiSelectField label="values" options={SITES} values={sites} help="Guadal, Pecan" onChange={setSites} />
      </Part>
      <Part name="NativeSelectField">
        <NativeSelectField label="native" options={SITES} value={site ?? 'malar'} onChange={setSite} />
      </Part>
    </>
  );
}

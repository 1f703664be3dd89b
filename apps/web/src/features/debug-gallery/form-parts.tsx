import { Button } from '@mantine/core';
import { type FormDefinition, formDefinitionSchema } from '@solvane/contract/forms';
import { useIntl } from 'react-intl';
import { openForm } from '../../workspace/form-panel.ts';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const REQUIRED = { type: 'Required', level: 'error' };

/** Every kind of item with a rule of every kind; the path it posts to does not exist, so that its failure can be looked at too. */
const EVERY_ITEM: FormDefinition = formDefinitionSchema.parse({
  name: 'every-item',
  title: 'Debug_Form_Title',
  primaryAction: 'Debug_Form_Action',
  submit: '/api/debug/no-such-form',
  storesPersonalData: true,
  sections: [
    {
      title: 'text · number · select',
      columns: 2,
      items: [
        { kind: 'paragraph', text: 'Debug_Form_Text' },
        {
          kind: 'text',
          name: 'name',
          label: 'text',
          maxLength: 20,
          validations: [REQUIRED, { type: 'Custom', level: 'error', function: 'plainName' }],
        },
        {
          kind: 'text',
          name: 'email',
          label: 'text email',
          validations: [REQUIRED, { type: 'Custom', level: 'error', function: 'email' }],
        },
        {
          kind: 'text',
          name: 'phone',
          label: 'text internationalPhone',
          validations: [{ type: 'Custom', level: 'warning', function: 'internationalPhone' }],
        },
        {
          kind: 'text',
          name: 'codes',
          label: 'text integerList',
          validations: [{ type: 'Custom', level: 'error', function: 'integerList' }],
        },
        { kind: 'number', name: 'density', label: 'number', unit: 'kg/m³', min: 0, max: 2, initial: 1.225 },
        { kind: 'number', name: 'priority', label: 'number isInteger', isInteger: true },
        {
          kind: 'select',
          name: 'kind',
          label: 'select',
          validations: [REQUIRED],
          options: [
            { value: 'a', label: 'A' },
            { value: 'b', label: 'B' },
          ],
        },
        {
          kind: 'select',
          name: 'kinds',
          label: 'select isMultiple',
          isMultiple: true,
          options: [
            { value: 'a', label: 'A' },
            { value: 'b', label: 'B' },
          ],
        },
        { kind: 'text', name: 'comment', label: 'text isMultiline', isMultiline: true, maxLength: 200 },
      ],
    },
    {
      title: 'date · checkbox · upload · deviceSelect · feedback',
      columns: 1,
      items: [
        { kind: 'date', name: 'start', label: 'date' },
        {
          kind: 'date',
          name: 'end',
          label: 'date after',
          validations: [{ type: 'Custom', level: 'error', function: 'after', dependencies: ['start'] }],
        },
        { kind: 'checkbox', name: 'on', label: 'checkbox', help: 'Debug_Form_Text' },
        { kind: 'upload', name: 'image', label: 'upload', accepts: 'image' },
        { kind: 'deviceSelect', name: 'sites', label: 'deviceSelect sites', selects: 'sites' },
        { kind: 'deviceSelect', name: 'turbines', label: 'deviceSelect segments', selects: 'segments', segmentTypes: ['WindTurbine'] },
        { kind: 'feedback', of: ['phone', 'end'] },
      ],
    },
  ],
});

export function FormParts() {
  const { formatMessage } = useIntl();
  return (
    <Part name="FormView">
      <p className={classes.note}>{formatMessage({ id: 'Debug_Form_Text' })}</p>
      <Button variant="default" onClick={() => openForm({ form: EVERY_ITEM })}>
        {formatMessage({ id: 'Debug_Form_Title' })}
      </Button>
    </Part>
  );
}

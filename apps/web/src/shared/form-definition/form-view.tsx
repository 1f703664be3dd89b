import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button } from '@mantine/core';
import type { FormDefinition } from '@solvane/contract/forms';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ComponentType, type CSSProperties, useEffect, useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { FormResponse } from '../../api/post-form.ts';
import { useServerText } from '../text/use-server-text.ts';
import classes from './form.module.css';
import { type DeviceSelectProps, FormItemView } from './form-item.tsx';
import type { FormValues } from './form-values.ts';
import { useDefinitionForm } from './use-definition-form.ts';
import { useSubmitForm } from './use-submit-form.ts';

export interface FormViewProps {
  definition: FormDefinition;
  values?: FormValues | undefined;
  /** Chooses sites or devices: what knows the fleet lies outside of this room. */
  DeviceSelect: ComponentType<DeviceSelectProps>;
  onDirtyChange: (isDirty: boolean) => void;
  onCancel: () => void;
  onDone: (answer: FormResponse) => void;
}

/** A form as the server defined it. Enter submits, what is wrong stands beside its field and in a summary above. */
export function FormView({ definition, values, DeviceSelect, onDirtyChange, onCancel, onDone }: FormViewProps) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const formId = useId();
  const summary = useRef<HTMLDivElement>(null);
  const { form, fields, warningsOf } = useDefinitionForm(definition, values);
  const { submit, lines, isSending } = useSubmitForm({ definition, fields, form, onDone });
  const isDirty = form.isDirty();
  // The owner of the panel asks before changes are lost.
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange]);

  const wrong = fields.filter(({ name }) => form.errors[name]);
  const showSummary = (): void => queueMicrotask(() => summary.current?.focus());
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, showSummary)} aria-busy={isSending}>
      <div className={classes.scroll}>
        {(wrong.length > 0 || lines.length > 0) && (
          <div className={classes.summary} role="alert" ref={summary} tabIndex={-1}>
            <IconAlertCircle aria-hidden="true" />
            <div>
              {wrong.length > 0 && <strong>{formatMessage({ id: 'Form_Summary' }, { count: wrong.length })}</strong>}
              <ul>
                {wrong.map(({ name, label }) => (
                  <li key={name}>
                    <a href={`#${formId}-${name}`}>{serverText(label)}</a>: {form.errors[name]}
                  </li>
                ))}
              </ul>
              {lines.length > 0 && <p className={classes.lines}>{lines.join('\n')}</p>}
            </div>
          </div>
        )}
        {definition.sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections are the definition's, they never move
          <fieldset key={index} className={classes.section}>
            {section.title !== undefined && <legend className={classes.sectionTitle}>{serverText(section.title)}</legend>}
            <div className={classes.grid} style={{ '--form-columns': section.columns } as CSSProperties}>
              {section.items.map((item, place) => (
                <FormItemView
                  key={'name' in item ? item.name : `${item.kind}-${place}`}
                  id={'name' in item ? `${formId}-${item.name}` : `${formId}-${index}-${place}`}
                  item={item}
                  form={form}
                  warningsOf={warningsOf}
                  DeviceSelect={DeviceSelect}
                />
              ))}
            </div>
          </fieldset>
        ))}
        {definition.storesPersonalData && <p className={classes.consent}>{formatMessage({ id: 'Form_Consent' })}</p>}
      </div>
      <footer className={classes.foot}>
        <Button variant="default" onClick={onCancel}>
          {formatMessage({ id: 'Common_Cancel' })}
        </Button>
        <Button type="submit" loading={isSending || form.validating}>
          {serverText(definition.primaryAction)}
        </Button>
      </footer>
    </form>
  );
}

import { type UseFormReturnType, useForm } from '@mantine/form';
import type { FormDefinition } from '@solvane/contract/forms';
import { useState } from 'react';
import { useServerText } from '../text/use-server-text.ts';
import { type FormField, type FormValues, fieldsOf, initialValues, isShown } from './form-values.ts';
import { checkServerRules, hasServerRules } from './server-rules.ts';
import { type FieldIssue, validateField } from './validate-field.ts';

export interface DefinitionForm {
  form: UseFormReturnType<FormValues>;
  fields: readonly FormField[];
  /** Messages at a field that do not stop the form. */
  warningsOf: (name: string) => string | undefined;
}

/** State and rules of a form that the server defined. A field is judged when it is left, and all of them on submit. */
export function useDefinitionForm(definition: FormDefinition, given: FormValues | undefined): DefinitionForm {
  const serverText = useServerText();
  const [warnings, setWarnings] = useState<Record<string, string>>({});
  const [fields] = useState(() => fieldsOf(definition));

  const toError = (name: string, issues: readonly FieldIssue[]): string | null => {
    const textOf = (level: FieldIssue['level']): string =>
      issues
        .filter((issue) => issue.level === level)
        .map(({ message, values }) => serverText(message, values))
        .join(' ');
    setWarnings((before) => ({ ...before, [name]: textOf('warning') }));
    return textOf('error') || null;
  };

  const form = useForm<FormValues>({
    initialValues: initialValues(definition, given),
    validateInputOnBlur: true,
    validate: Object.fromEntries(
      fields.map((field) => [
        field.name,
        (_value: unknown, values: FormValues, _path: string, signal?: AbortSignal) => {
          const issues = validateField(field, values);
          if (!hasServerRules(field) || !isShown(field, values) || issues.some(({ level }) => level === 'error'))
            return toError(field.name, issues);
          return checkServerRules(field, values, signal).then((found) => toError(field.name, [...issues, ...found]));
        },
      ]),
    ),
    resolveValidationError: () => serverText('Form_Validation_NotAsked'),
  });
  return { form, fields, warningsOf: (name) => warnings[name] || undefined };
}

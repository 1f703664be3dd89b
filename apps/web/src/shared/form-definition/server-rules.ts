import { formCheckSchema } from '@solvane/contract/forms';
import { postForm } from '../../api/post-form.ts';
import type { FormField, FormValues } from './form-values.ts';
import type { FieldIssue } from './validate-field.ts';

/** Issues the server finds in a field: every Async rule gets the value and those it depends on. */
export async function checkServerRules(field: FormField, values: FormValues, signal: AbortSignal | undefined): Promise<FieldIssue[]> {
  const checks = field.validations.map(async (rule): Promise<FieldIssue[]> => {
    if (rule.type !== 'Async') return [];
    const body = Object.fromEntries([field.name, ...rule.dependencies].map((name) => [name, values[name] ?? null]));
    const response = await postForm(rule.endpoint, body, signal);
    const { issues } = formCheckSchema.parse(response.kind === 'json' ? response.value : { issues: [] });
    // The rule says how much it matters, not the response.
    return issues.map(({ message, values: placeholders = {} }) => ({ level: rule.level, message, values: placeholders }));
  });
  return (await Promise.all(checks)).flat();
}

export function hasServerRules({ validations }: FormField): boolean {
  return validations.some(({ type }) => type === 'Async');
}

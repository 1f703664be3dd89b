import { formCheckSchema } from '@solvane/contract/forms';
import { postForm } from '../../api/post-form.ts';
import type { FormField, FormValues } from './form-values.ts';
import type { FieldIssue } from './validate-field.ts';

/** What the server says of a field: every Async rule is asked with the value and those it depends on. */
export async function askServer(field: FormField, values: FormValues, signal: AbortSignal | undefined): Promise<FieldIssue[]> {
  const answers = field.validations.map(async (rule): Promise<FieldIssue[]> => {
    if (rule.type !== 'Async') return [];
    const body = Object.fromEntries([field.name, ...rule.dependencies].map((name) => [name, values[name] ?? null]));
    const answer = await postForm(rule.endpoint, body, signal);
    const { issues } = formCheckSchema.parse(answer.kind === 'json' ? answer.value : { issues: [] });
    // The rule says how much it matters, not the answer.
    return issues.map(({ message, values: placeholders = {} }) => ({ level: rule.level, message, values: placeholders }));
  });
  return (await Promise.all(answers)).flat();
}

export function hasServerRules({ validations }: FormField): boolean {
  return validations.some(({ type }) => type === 'Async');
}

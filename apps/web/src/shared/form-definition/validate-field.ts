import type { FormValidation, ValidationLevel } from '@solvane/contract/forms';
import type { MessageKey } from '@solvane/i18n/messages';
import { CUSTOM_RULES } from './custom-validations.ts';
import { type FormField, type FormValue, type FormValues, isEmpty, isShown } from './form-values.ts';

/** What a rule has to say of a field; `message` is a key of the catalogue, or a text of the server as it stands. */
export interface FieldIssue {
  level: ValidationLevel;
  message: MessageKey | (string & {});
  values: Record<string, string | number>;
}

/** Everything that can be judged without asking the server, all of it. What is empty is only asked whether it may be. */
export function validateField(field: FormField, values: FormValues): FieldIssue[] {
  if (!isShown(field, values)) return [];
  const value = values[field.name] ?? null;
  const isMissing = isEmpty(value) || value === false;
  if (isMissing) return field.validations.filter(({ type }) => type === 'Required').map((rule) => requiredIssue(field, rule));
  return [...boundIssues(field, value), ...field.validations.flatMap((rule) => ruleIssues(rule, value, values))];
}

function requiredIssue(field: FormField, rule: FormValidation): FieldIssue {
  const isEmail = field.validations.some((other) => other.type === 'Custom' && other.function === 'email');
  const words = isEmail ? 'Form_Validation_EmailRequired' : 'Common_Validation_Required';
  return issue(rule.level, (rule.type === 'Required' ? rule.message : undefined) ?? words);
}

function boundIssues(field: FormField, value: FormValue): FieldIssue[] {
  if (field.kind === 'text' && typeof value === 'string') return lengthIssues(field, value.trim().length);
  return field.kind === 'number' && typeof value === 'number' ? sizeIssues(field, value) : [];
}

function lengthIssues({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FieldOf<'text'>, length: number): FieldIssue[] {
  if (length > maxLength) return [issue('error', 'Common_Validation_MaxLength', { maxLength })];
  return length < minLength ? [issue('error', 'Common_Validation_MinLength', { minLength })] : [];
}

function sizeIssues({ min, max, isInteger }: FieldOf<'number'>, value: number): FieldIssue[] {
  return [
    ...(max !== undefined && value >= max ? [issue('error', 'Common_Validation_MaxValue', { maxValue: max })] : []),
    ...(min !== undefined && value <= min ? [issue('error', 'Common_Validation_MinValue', { minValue: min })] : []),
    ...(isInteger && !Number.isInteger(value) ? [issue('error', 'Form_Validation_Integer')] : []),
  ];
}

type FieldOf<Kind extends FormField['kind']> = Extract<FormField, { kind: Kind }>;

function ruleIssues(rule: FormValidation, value: FormValue, values: FormValues): FieldIssue[] {
  if (rule.type === 'Pattern') return isPattern(rule.pattern, value) ? [] : [issue(rule.level, rule.message)];
  if (rule.type !== 'Custom') return [];
  const { isFine, message, valuesOf } = CUSTOM_RULES[rule.function];
  const others = rule.dependencies.map((name) => values[name]);
  return isFine(value, others) ? [] : [issue(rule.level, rule.message ?? message, valuesOf?.(value))];
}

/** The whole text has to match. A pattern that is none refuses nothing: the server judges again. */
function isPattern(pattern: string, value: FormValue): boolean {
  if (typeof value !== 'string') return true;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(value.trim());
  } catch (error) {
    console.warn('A form has a pattern that is none', pattern, error);
    return true;
  }
}

function issue(level: ValidationLevel, message: FieldIssue['message'], values: FieldIssue['values'] = {}): FieldIssue {
  return { level, message, values };
}

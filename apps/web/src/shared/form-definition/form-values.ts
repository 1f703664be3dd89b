import type { FormDefinition, FormItem } from '@solvane/contract/forms';

/** Empty is '', null or an empty list, by the kind of the field; an upload holds the file's id. */
export type FormValue = string | number | boolean | null | readonly string[];
export type FormValues = Record<string, FormValue>;

/** An item that holds a value. */
export type FormField = Extract<FormItem, { name: string }>;

export function fieldsOf(definition: FormDefinition): FormField[] {
  return definition.sections.flatMap(({ items }) => items).filter((item): item is FormField => 'name' in item);
}

/** Values a form begins with: those that are given, else those of its definition. */
export function initialValues(definition: FormDefinition, given: FormValues = {}): FormValues {
  return Object.fromEntries(fieldsOf(definition).map((field) => [field.name, given[field.name] ?? initialOf(field)]));
}

export function isEmpty(value: FormValue | undefined): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0)
  );
}

/** Whether the value of another field asks for this one. */
export function isShown({ when }: FormField, values: FormValues): boolean {
  if (!when) return true;
  const value = values[when.name] ?? null;
  return (Array.isArray(value) ? value : [value]).some((each) => when.is.includes(String(each)));
}

export function isRequired({ validations }: FormField): boolean {
  return validations.some(({ type, level }) => type === 'Required' && level === 'error');
}

/** What is posted: texts without spaces around them, and nothing for what was left empty. */
export function toBody(definition: FormDefinition, values: FormValues): Record<string, FormValue> {
  const body: Record<string, FormValue> = {};
  for (const field of fieldsOf(definition)) {
    const value = values[field.name];
    if (value === undefined || isEmpty(value) || !isShown(field, values)) continue;
    body[field.name] = typeof value === 'string' ? value.trim() : singleOf(field, value);
  }
  return body;
}

function initialOf(field: FormField): FormValue {
  if (field.kind === 'deviceSelect') return [];
  return field.kind === 'upload' ? null : field.initial;
}

/** A choice of one travels as itself, not as a list of one. */
function singleOf(field: FormField, value: FormValue): FormValue {
  const isSingle = (field.kind === 'select' || field.kind === 'deviceSelect') && !field.isMultiple;
  return isSingle && Array.isArray(value) ? (value[0] ?? null) : value;
}

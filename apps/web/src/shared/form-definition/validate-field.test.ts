import { formItemSchema } from '@solvane/contract/forms';
import { describe, expect, test } from 'vitest';
import { type FormField, type FormValue, toBody } from './form-values.ts';
import { validateField } from './validate-field.ts';

const REQUIRED = { type: 'Required', level: 'error' };
const custom = (name: string, dependencies: string[] = []) => ({ type: 'Custom', level: 'error', function: name, dependencies });

function field(item: Record<string, unknown>): FormField {
  return formItemSchema.parse({ name: 'value', label: 'Value', ...item }) as FormField;
}

function messagesOf(item: Record<string, unknown>, value: FormValue, others: Record<string, FormValue> = {}): string[] {
  return validateField(field(item), { ...others, value }).map(({ level, message }) => `${level} ${message}`);
}

test('what is empty is only asked whether it may be', () => {
  const text = { kind: 'text', minLength: 3, validations: [custom('plainName')] };
  expect(messagesOf(text, ' ')).toEqual([]);
  expect(messagesOf({ ...text, validations: [REQUIRED] }, ' ')).toEqual(['error Common_Validation_Required']);
  expect(messagesOf({ kind: 'checkbox', validations: [REQUIRED] }, false)).toEqual(['error Common_Validation_Required']);
  expect(messagesOf({ kind: 'deviceSelect', selects: 'sites', validations: [REQUIRED] }, [])).toEqual(['error Common_Validation_Required']);
});

test('an email address that is missing is asked for by its name', () => {
  expect(messagesOf({ kind: 'text', validations: [REQUIRED, custom('email')] }, '')).toEqual(['error Form_Validation_EmailRequired']);
});

test('a number at its bound is refused, as the words lower than and greater than say', () => {
  const density = { kind: 'number', min: 0, max: 2 };
  expect([0, 1.225, 2].map((value) => messagesOf(density, value))).toEqual([
    ['error Common_Validation_MinValue'],
    [],
    ['error Common_Validation_MaxValue'],
  ]);
  expect(messagesOf({ kind: 'number', isInteger: true }, 1.5)).toEqual(['error Form_Validation_Integer']);
});

test('a length is counted without spaces around the text', () => {
  expect(messagesOf({ kind: 'text', maxLength: 3 }, ' abc ')).toEqual([]);
  expect(validateField(field({ kind: 'text', maxLength: 3 }), { value: 'abcd' })).toEqual([
    { level: 'error', message: 'Common_Validation_MaxLength', values: { maxLength: 3 } },
  ]);
});

describe.each([
  ['email', ['a@b.se', 'first.last@sub.example.org'], ['a@b', 'a b@c.se', '@b.se']],
  ['internationalPhone', ['+46 70 123 45 67', '+1 (514) 555-0199'], ['070-123 45 67', '+0 123456789', '+46']],
  ['plainName', ['Malmö 2', "O'Brien", 'A-1_b.c (north)'], ['<b>', 'a;b', '#1', 'a@b']],
  ['address', ['https://a.se/b', 'http://a', '/dashboards'], ['a.se', '//a.se', 'javascript:alert(1)', '/a b']],
  ['integerList', ['1', '1, 2,-3'], ['1;2', '1,,2', '1.5']],
])('%s', (name, fine, wrong) => {
  test.each(fine)('takes %s', (value) => expect(messagesOf({ kind: 'text', validations: [custom(name)] }, value)).toEqual([]));
  test.each(wrong)('refuses %s', (value) => expect(messagesOf({ kind: 'text', validations: [custom(name)] }, value)).toHaveLength(1));
});

test('an end lies after its start, and may be judged only when there is a start', () => {
  const end = { kind: 'date', validations: [custom('after', ['start'])] };
  expect(messagesOf(end, '2026-03-01', { start: '2026-03-01' })).toEqual(['error Form_Validation_After']);
  expect(messagesOf(end, '2026-03-02', { start: '2026-03-01' })).toEqual([]);
  expect(messagesOf(end, '2026-03-01', { start: null })).toEqual([]);
});

test('every rule has its say, warnings too', () => {
  const rules = [
    { type: 'Pattern', level: 'warning', pattern: '[A-Z].*', message: 'Common_Validation_Invalid' },
    { type: 'Pattern', level: 'error', pattern: '\\w{3}', message: 'Common_Validation_TooFew' },
  ];
  expect(messagesOf({ kind: 'text', validations: rules }, 'ab')).toEqual([
    'warning Common_Validation_Invalid',
    'error Common_Validation_TooFew',
  ]);
});

test('a pattern that is none refuses nothing', () => {
  const rule = { type: 'Pattern', level: 'error', pattern: '[', message: 'Common_Validation_Invalid' };
  expect(messagesOf({ kind: 'text', validations: [rule] }, 'ab')).toEqual([]);
});

test('what was left empty is not sent, and a choice of one is sent as itself', () => {
  const items = [
    field({ kind: 'text', name: 'title' }),
    field({ kind: 'text', name: 'note' }),
    field({ kind: 'select', name: 'kind', options: [] }),
    field({ kind: 'deviceSelect', name: 'siteIds', selects: 'sites' }),
    field({ kind: 'number', name: 'count' }),
    field({ kind: 'checkbox', name: 'on' }),
  ];
  const definition = {
    name: 'x',
    title: 'X',
    primaryAction: 'X',
    submit: '/api/x',
    storesPersonalData: false,
    sections: [{ columns: 1 as const, items }],
  };
  const values = { title: ' A ', note: ' ', kind: ['one'], siteIds: ['S1', 'S2'], count: 0, on: false };
  expect(toBody(definition, values)).toEqual({ title: 'A', kind: 'one', siteIds: ['S1', 'S2'], count: 0, on: false });
});

test('a field that another value does not ask for is not judged, and not posted', () => {
  const end = { kind: 'text', when: { name: 'kind', is: ['custom'] }, validations: [REQUIRED] };
  expect(messagesOf(end, '', { kind: ['page'] })).toEqual([]);
  expect(messagesOf(end, '', { kind: ['custom'] })).toEqual(['error Common_Validation_Required']);
});

test('an unknown placeholder of a title is named beside those that exist', () => {
  const [unknown] = validateField(field({ kind: 'text', validations: [custom('titlePlaceholders')] }), { value: '{site} {region}' });
  expect(unknown).toMatchObject({ message: 'Widget_Title_Unknown', values: { name: '{region}' } });
  expect(String(unknown?.values.names)).toContain('{timezone}');
});

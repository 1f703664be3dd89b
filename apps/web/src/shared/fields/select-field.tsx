import {
  type MultiSelectFieldProps,
  type SelectFieldProps,
  MultiSelectField as UiMultiSelectField,
  SelectField as UiSelectField,
} from '@solvane/ui/select-field';
import { useIntl } from 'react-intl';

/** The select in the language of the user. */
export function SelectField<Value extends string>(props: Omit<SelectFieldProps<Value>, 'nothingFoundLabel'>) {
  const { formatMessage } = useIntl();
  return <UiSelectField<Value> {...props} nothingFoundLabel={formatMessage({ id: 'Form_Select_NothingFound' })} />;
}

/** Several options of a list. */
export function MultiSelectField<Value extends string>(props: Omit<MultiSelectFieldProps<Value>, 'nothingFoundLabel'>) {
  const { formatMessage } = useIntl();
  return <UiMultiSelectField<Value> {...props} nothingFoundLabel={formatMessage({ id: 'Form_Select_NothingFound' })} />;
}

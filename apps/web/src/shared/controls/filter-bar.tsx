import { FilterBar as UiFilterBar } from '@solvane/ui/filter-bar';
import type { ComponentProps } from 'react';
import { useIntl } from 'react-intl';

type FilterBarProps = Omit<ComponentProps<typeof UiFilterBar>, 'labels'> & { name: string };

/** The filter bar in the language of the user. */
export function FilterBar({ name, ...props }: FilterBarProps) {
  const { formatMessage } = useIntl();
  return (
    <UiFilterBar
      {...props}
      labels={{
        name,
        clear: formatMessage({ id: 'Common_Clear' }),
        remove: (token) => formatMessage({ id: 'Filter_Remove' }, { token }),
        keys: formatMessage({ id: 'Filter_Keys' }),
        suggestions: formatMessage({ id: 'Filter_Suggestions' }),
      }}
    />
  );
}

import { SITE_ATTRIBUTES } from '@solvane/contract/plot-looks';
import { useIntl } from 'react-intl';
import { STUDIO_TREES, type StudioSearch } from './studio-search.ts';
import { StudioSelect } from './studio-select.tsx';

interface StudioTreeSelectProps {
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
}

/** How devices are brought together: along their tree, or by an attribute of their sites. */
export function StudioTreeSelect({ search: { tree = 'device', attribute = 'portfolio' }, onSearch }: StudioTreeSelectProps) {
  const { formatMessage } = useIntl();
  const options = STUDIO_TREES.flatMap((each): { value: string; text: string; patch: Partial<StudioSearch> }[] =>
    each === 'attribute'
      ? SITE_ATTRIBUTES.map((name) => ({
          value: name,
          text: formatMessage({ id: 'DataStudio_Tree_attribute' }, { attribute: formatMessage({ id: `DevicePanel_Grouping_${name}` }) }),
          patch: { tree: each, attribute: name },
        }))
      : [
          {
            value: each,
            text: formatMessage({ id: `DataStudio_Tree_${each}` }),
            patch: { tree: each === 'device' ? undefined : each, attribute: undefined },
          },
        ],
  );
  const value = tree === 'attribute' ? attribute : tree;
  return (
    <StudioSelect
      label={formatMessage({ id: 'DataStudio_Tree' })}
      text={options.find((option) => option.value === value)?.text ?? ''}
      value={value}
      options={options}
      onChange={(chosen) => onSearch(options.find((option) => option.value === chosen)?.patch ?? {})}
    />
  );
}

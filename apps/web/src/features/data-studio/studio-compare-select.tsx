import { COMPARISONS } from '@solvane/contract/signal-resolutions';
import { useIntl } from 'react-intl';
import { MOST_OVERLAYS, type StudioSearch } from './studio-search.ts';
import { StudioSelect } from './studio-select.tsx';

interface StudioCompareSelectProps {
  search: StudioSearch;
  onSearch: (patch: Partial<StudioSearch>) => void;
  onChooseRange: () => void;
}

/** Earlier periods that can be laid over the chosen one. */
const RANGES = ['2', '3', '4', '6'] as const;
const CHOOSE = 'choose';

/** What the period is compared with. */
export function StudioCompareSelect({ search: { compare, ranges, overlays = [] }, onSearch, onChooseRange }: StudioCompareSelectProps) {
  const { formatMessage } = useIntl();
  const several = (count: number): string => formatMessage({ id: 'DataStudio_Ranges' }, { count });
  const options: { value: string; text: string }[] = [
    ...(['none', ...COMPARISONS] as const).map((value) => ({ value, text: formatMessage({ id: `DataStudio_Compare_${value}` }) })),
    ...RANGES.map((value) => ({ value, text: several(Number(value)) })),
    ...(overlays.length < MOST_OVERLAYS ? [{ value: CHOOSE, text: formatMessage({ id: 'DataStudio_Overlay_Choose' }) }] : []),
  ];
  return (
    <StudioSelect
      label={formatMessage({ id: 'DataStudio_Compare' })}
      text={ranges ? several(ranges) : formatMessage({ id: compare ? `DataStudio_Compare_${compare}` : 'DataStudio_Compare' })}
      value={ranges ? String(ranges) : (compare ?? 'none')}
      options={options}
      onChange={(value) => {
        if (value === CHOOSE) onChooseRange();
        else
          onSearch({
            compare: COMPARISONS.find((each) => each === value),
            ranges: RANGES.some((each) => each === value) ? Number(value) : undefined,
          });
      }}
    />
  );
}

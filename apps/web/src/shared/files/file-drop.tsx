import { FileDrop as UiFileDrop } from '@solvane/ui/file-drop';
import type { ComponentProps } from 'react';
import { useIntl } from 'react-intl';

type FileDropProps = Omit<ComponentProps<typeof UiFileDrop>, 'labels'>;

const KILO = 1_000;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The file drop in the language of the user. */
export function FileDrop(props: FileDropProps) {
  const { formatMessage, formatNumber } = useIntl();
  const isMultiple = props.isMultiple ?? false;
  const size = (bytes: number): string => {
    const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KILO)));
    const unit = UNITS[step] ?? 'byte';
    return formatNumber(bytes / KILO ** step, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumSignificantDigits: 3,
    });
  };
  return (
    <UiFileDrop
      {...props}
      labels={{
        drop: formatMessage({ id: isMultiple ? 'File_DropSome' : 'File_Drop' }),
        release: formatMessage({ id: 'File_Release' }),
        choose: formatMessage({ id: isMultiple ? 'File_ChooseSome' : 'File_Choose' }),
        cancel: (file) => formatMessage({ id: 'File_Cancel' }, { file }),
        retry: (file) => formatMessage({ id: 'File_Retry' }, { file }),
        remove: (file) => formatMessage({ id: 'File_Remove' }, { file }),
        size,
        done: formatMessage({ id: 'File_Done' }),
      }}
    />
  );
}

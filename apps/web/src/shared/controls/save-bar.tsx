import { type SaveBarProps as Props, SaveBar as UiSaveBar } from '@solvane/ui/save-bar';
import { useIntl } from 'react-intl';

type SaveBarProps = Omit<Props, 'labels'>;

/** The save bar in the language of the user. */
export function SaveBar(props: SaveBarProps) {
  const { formatMessage } = useIntl();
  return (
    <UiSaveBar
      {...props}
      labels={{
        name: formatMessage({ id: 'Form_Save_Name' }),
        changes: (count) => formatMessage({ id: 'Form_Save_Changes' }, { count }),
        problems: (count) => formatMessage({ id: 'Form_Summary' }, { count }),
        save: formatMessage({ id: 'Form_Save_Action' }),
        discard: formatMessage({ id: 'Form_Discard_Action' }),
      }}
    />
  );
}

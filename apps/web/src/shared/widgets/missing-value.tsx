import type { CommonSettings } from '@solvane/contract/widgets/widget-settings';
import { ReasonedValue } from '@solvane/ui/reasoned-value';
import { createContext, type ReactNode, use } from 'react';

const NullText = createContext<string | undefined>(undefined);

interface MissingValuesProps {
  settings: Pick<CommonSettings, 'nulls' | 'nullText'>;
  children: ReactNode;
}

/** What stands for missing values in a widget. */
export function MissingValues({ settings: { nulls, nullText }, children }: MissingValuesProps) {
  return <NullText value={nulls === 'text' ? nullText : undefined}>{children}</NullText>;
}

/** A missing value: a dash, or the text of the settings, that says why it is missing. */
export function MissingValue({ reason }: { reason: string | undefined }) {
  return <ReasonedValue reason={reason}>{use(NullText)}</ReasonedValue>;
}

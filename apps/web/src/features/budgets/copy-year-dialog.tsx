import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FieldsDialog } from '../../shared/configuration/fields-dialog.tsx';
import { parseNumberText } from '../../shared/text/parse-number.ts';

export interface YearCopy {
  from: number;
  to: number;
  energyPercent: number;
}

interface CopyYearDialogProps {
  /** Years that have a budget. */
  years: readonly number[];
  year: number;
  onCopy: (copy: YearCopy) => void;
  onClose: () => void;
}

const [FIRST, LAST] = [1990, 2100];

/** The months of one year for another one. */
export function CopyYearDialog({ years, year, onCopy, onClose }: CopyYearDialogProps) {
  const { formatMessage, locale } = useIntl();
  const source = years.includes(year) ? year : (years.at(-1) ?? year);
  const [initial] = useState({ from: String(source), to: String(years.includes(year) ? year + 1 : year), percent: '0' });
  return (
    <FieldsDialog
      title={formatMessage({ id: 'Budgets_Copy' })}
      submitLabel={formatMessage({ id: 'Budgets_Copy_Submit' })}
      initial={initial}
      fields={[
        {
          name: 'from',
          label: formatMessage({ id: 'Budgets_Copy_From' }),
          isRequired: true,
          options: years.map((each) => ({ value: String(each), label: String(each) })),
        },
        {
          name: 'to',
          label: formatMessage({ id: 'Budgets_Copy_To' }),
          help: formatMessage({ id: 'Budgets_Copy_To_Help' }),
          isRequired: true,
          problemOf: (text) => {
            const number = Number(text);
            const isYear = Number.isInteger(number) && number >= FIRST && number <= LAST;
            return isYear ? undefined : formatMessage({ id: 'Budgets_Copy_Year' }, { first: String(FIRST), last: String(LAST) });
          },
        },
        {
          name: 'percent',
          label: formatMessage({ id: 'Budgets_Copy_Percent' }),
          help: formatMessage({ id: 'Budgets_Copy_Percent_Help' }),
          problemOf: (text) => {
            const number = parseNumberText(text, locale);
            return number === undefined || (number !== null && Math.abs(number) > 100)
              ? formatMessage({ id: 'Budgets_Copy_Percent_Problem' })
              : undefined;
          },
        },
      ]}
      onSubmit={({ from, to, percent }) => {
        onCopy({ from: Number(from), to: Number(to), energyPercent: parseNumberText(percent, locale) ?? 0 });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

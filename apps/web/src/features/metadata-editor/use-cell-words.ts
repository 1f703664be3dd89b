import type { AttributeValue } from '@solvane/energy/devices/attribute-row';
import type { AttributeDefinition } from '@solvane/energy/devices/attributes';
import { measuredNumberText } from '@solvane/i18n/number-text';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useServerText } from '../../shared/text/use-server-text.ts';
import type { CellLabels } from './cell-text.ts';

export interface AttributeWords {
  nameOf: (name: string) => string;
  /** How cells of an attribute are read and written. */
  wordsOf: (name: string) => CellLabels;
  /** A value to read, without its unit: that stands in the head of the column. */
  show: (attribute: AttributeDefinition, value: AttributeValue | null) => string;
}

export function useAttributeLabels(): AttributeWords {
  const { formatMessage, formatNumber, locale } = useIntl();
  const serverText = useServerText();
  return useMemo(() => {
    const [yes, no] = [formatMessage({ id: 'Common_Yes' }), formatMessage({ id: 'Common_No' })];
    const decimalSeparator = formatNumber(1.5).replace(/\d/g, '') || '.';
    const optionLabel = (name: string, option: string): string => serverText(`AttributeOption_${name}_${option}`);
    return {
      nameOf: (name) => serverText(`Attribute_${name}`),
      wordsOf: (name) => ({ yes, no, decimalSeparator, optionLabel: (option) => optionLabel(name, option) }),
      show: ({ name, options }, value) => {
        if (value === null) return '';
        if (typeof value === 'boolean') return value ? yes : no;
        if (typeof value === 'number') return measuredNumberText(value, locale);
        const words = options ? value.split(',').map((option) => optionLabel(name, option)) : [value];
        return words.join(', ');
      },
    };
  }, [formatMessage, formatNumber, serverText, locale]);
}

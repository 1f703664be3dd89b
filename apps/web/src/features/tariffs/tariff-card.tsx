import { Button, TextInput } from '@mantine/core';
import { dayStart, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { Section } from '@solvane/ui/section';
import { useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { DateField } from '../../shared/form-definition/date-field.tsx';
import { parseNumberText } from '../../shared/text/parse-number.ts';
import { TARIFF_KINDS, type TariffItem, type TariffProblem, timeText } from './tariff-draft.ts';
import { CalendarGrid, SeriesGrid } from './tariff-grids.tsx';
import classes from './tariffs.module.css';

interface TariffCardProps {
  item: TariffItem;
  /** null: until further notice */
  untilMs: number | null;
  zone: string;
  problems: readonly TariffProblem[];
  canEdit: boolean;
  onChange: (item: TariffItem) => void;
  onRemove: () => void;
}

/** One price of a site: when it begins, its currency, and what it is. */
export function TariffCard({ item, untilMs, zone, problems, canEdit, onChange, onRemove }: TariffCardProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { fromMs, currency, kind } = item;
  const until = untilMs === null ? formatMessage({ id: 'Tariffs_UntilFurther' }) : timeText(untilMs, zone);
  const own = problems.filter((problem) => problem !== 'currency');
  return (
    <Section
      title={formatMessage({ id: 'Tariffs_From_Name' }, { from: timeText(fromMs, zone) })}
      level={3}
      detail={formatMessage({ id: 'Tariffs_Until' }, { until })}
      isFramed
      actions={
        canEdit && (
          <Button size="compact-sm" variant="subtle" color="danger" onClick={onRemove}>
            {formatMessage({ id: 'Tariffs_Remove' })}
          </Button>
        )
      }
    >
      <fieldset className={classes.card} disabled={!canEdit}>
        <div className={classes.fields}>
          <DateField
            id={useId()}
            label={formatMessage({ id: 'Tariffs_Field_fromMs' })}
            description={undefined}
            error={undefined}
            withAsterisk
            value={toIsoDate(localDayOf(fromMs, zone))}
            onChange={(value) => {
              const day = parseIsoDate(value ?? '');
              if (day !== undefined) onChange({ ...item, fromMs: dayStart(day, zone) });
            }}
            onBlur={() => undefined}
          />
          <TextInput
            label={formatMessage({ id: 'Tariffs_Field_currency' })}
            value={currency}
            maxLength={3}
            error={problems.includes('currency') && formatMessage({ id: 'Tariffs_Problem_currency' })}
            onChange={({ currentTarget }) => onChange({ ...item, currency: currentTarget.value.toUpperCase() })}
          />
          <SelectField
            label={formatMessage({ id: 'Tariffs_Field_kind' })}
            value={kind}
            isDisabled={!canEdit}
            options={TARIFF_KINDS.map((value) => ({ value, label: formatMessage({ id: `Tariffs_Kind_${value}` }) }))}
            onChange={(value) => value !== null && onChange({ ...item, kind: value })}
          />
          {kind === 'fixed' && <FixedPrice item={item} onChange={onChange} />}
        </div>
        {own.map((problem) => (
          <p key={problem} className={classes.problem}>
            {formatMessage({ id: `Tariffs_Problem_${problem}` })}
          </p>
        ))}
        {kind !== 'fixed' && <ConfigurationNote>{formatMessage({ id: `Tariffs_Kind_${kind}_Help` }, { zone })}</ConfigurationNote>}
        {kind === 'calendar' && <CalendarGrid item={item} zone={zone} canEdit={canEdit} onChange={onChange} />}
        {kind === 'series' && <SeriesGrid item={item} zone={zone} canEdit={canEdit} onChange={onChange} />}
      </fieldset>
    </Section>
  );
}

/** Written as people write numbers; kept as they are typed until the field is left. */
function FixedPrice({ item, onChange }: Pick<TariffCardProps, 'item' | 'onChange'>) {
  const { formatMessage, formatNumber, locale } = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const { price, currency } = item;
  const shown = typeof price === 'number' ? formatNumber(price, { maximumFractionDigits: 9, useGrouping: false }) : (price ?? '');
  return (
    <TextInput
      label={formatMessage({ id: 'Tariffs_Price_Label' }, { currency })}
      inputMode="decimal"
      value={typed ?? shown}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const number = parseNumberText(value, locale);
        onChange({ ...item, price: number === undefined ? value.trim() : number });
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

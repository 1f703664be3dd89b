import { Textarea, TextInput } from '@mantine/core';
import type { ContractDetails } from '@solvane/contract/contracts';
import { LIMITS } from '@solvane/contract/limits';
import { OVERDESIGN_METHODS } from '@solvane/energy/availability/overdesign';
import { DEFAULT_EXPECTED_METHODS, EXPECTED_METHODS } from '@solvane/energy/production/expected-methods';
import { CheckField } from '@solvane/ui/check-field';
import { Section } from '@solvane/ui/section';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { OrderedList } from '../../shared/configuration/ordered-list.tsx';
import { RowSelect } from '../../shared/controls/row-select.tsx';
import { MultiSelectField, SelectField } from '../../shared/fields/select-field.tsx';
import { DateField } from '../../shared/form-definition/date-field.tsx';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { linesOf, type Source, settingOf, sourcesOf, viewsOf, withValue } from './contract-draft.ts';
import classes from './contracts.module.css';
import { categorySetChoicesQuery } from './contracts.queries.ts';
import type { DraftPartProps } from './draft-types.ts';
import { NumberField } from './number-field.tsx';

interface ContractGeneralProps extends DraftPartProps {
  contract: ContractDetails;
}

/** Name, period, sites and how expected production and losses are counted. */
export function ContractGeneral({ draft, contract, canEdit }: ContractGeneralProps) {
  const { formatMessage } = useIntl();
  const text = (id: string): string => settingOf(draft.items, id);
  const put = (id: string, value: string): void => draft.change((items) => withValue(items, id, value));
  const isWrong = text('name').trim() === '';
  return (
    <Section title={formatMessage({ id: 'Contract_General' })} isFramed>
      <div className={classes.form}>
        <TextInput
          label={formatMessage({ id: 'Contract_Field_name' })}
          withAsterisk
          disabled={!canEdit}
          maxLength={LIMITS.nameLength}
          value={text('name')}
          error={isWrong && formatMessage({ id: 'Common_Validation_Required' })}
          onChange={({ currentTarget }) => put('name', currentTarget.value)}
        />
        <Textarea
          label={formatMessage({ id: 'Contract_Field_description' })}
          description={formatMessage({ id: 'Contract_Description_Left' }, { count: LIMITS.descriptionLength - text('description').length })}
          rows={2}
          disabled={!canEdit}
          maxLength={LIMITS.descriptionLength}
          value={text('description')}
          onChange={({ currentTarget }) => put('description', currentTarget.value)}
        />
        <DayField id="validFrom" value={text('validFrom')} canEdit={canEdit} onChange={put} />
        <DayField id="validTo" value={text('validTo')} canEdit={canEdit} onChange={put} />
        <SiteChoice draft={draft} contract={contract} canEdit={canEdit} />
        <CategorySetChoice draft={draft} contract={contract} canEdit={canEdit} />
        <SelectField
          label={formatMessage({ id: 'Contract_Field_overdesign' })}
          help={formatMessage({ id: `Contract_Overdesign_Help_${text('overdesign')}` as never })}
          isDisabled={!canEdit}
          options={['usual', 'none', ...OVERDESIGN_METHODS].map((value) => ({
            value,
            label: formatMessage({ id: `Contract_Overdesign_${value}` as never }),
          }))}
          value={text('overdesign')}
          onChange={(value) => value !== null && put('overdesign', value)}
        />
        <SelectField
          label={formatMessage({ id: 'Contract_Field_primaryProductionView' })}
          help={formatMessage({ id: 'Contract_PrimaryView_Help' })}
          isDisabled={!canEdit}
          options={viewsOf(draft.items)
            .filter(({ basis }) => basis === 'production')
            .map(({ name }) => ({ value: name as string, label: formatMessage({ id: `Contract_View_${name}` }) }))}
          value={text('primaryProductionView')}
          onChange={(value) => value !== null && put('primaryProductionView', value)}
        />
        <div className={classes.field}>
          <CheckField
            label={formatMessage({ id: 'Contract_Degraded_Use' })}
            help={formatMessage({ id: 'Contract_Degraded_Help' })}
            isDisabled={!canEdit}
            isChecked={text('degradedFactor') !== ''}
            onChange={(isChecked) => put('degradedFactor', isChecked ? '0.5' : '')}
          />
          {text('degradedFactor') !== '' && (
            <NumberField
              label={formatMessage({ id: 'Contract_Field_degradedFactor' })}
              value={Number(text('degradedFactor')) * 100}
              unit="%"
              max={100}
              isReadOnly={!canEdit}
              onChange={(percent) => put('degradedFactor', String(percent / 100))}
            />
          )}
        </div>
        <CheckField
          label={formatMessage({ id: 'Contract_Field_excludesEstimated' })}
          help={formatMessage({ id: 'Contract_Estimated_Help' })}
          isDisabled={!canEdit}
          isChecked={text('excludesEstimated') === 'yes'}
          onChange={(isChecked) => put('excludesEstimated', isChecked ? 'yes' : '')}
        />
        {sourcesOf(contract.energyType).map((source) => (
          <MethodOrder key={source} draft={draft} canEdit={canEdit} source={source} />
        ))}
      </div>
    </Section>
  );
}

interface DayFieldProps {
  id: 'validFrom' | 'validTo';
  value: string;
  canEdit: boolean;
  onChange: (id: string, value: string) => void;
}

function DayField({ id, value, canEdit, onChange }: DayFieldProps) {
  const { formatMessage } = useIntl();
  const fieldId = useId();
  if (!canEdit) return null;
  return (
    <DateField
      id={fieldId}
      error={undefined}
      withAsterisk={false}
      label={formatMessage({ id: `Contract_Field_${id}` })}
      description={formatMessage({ id: `Contract_Field_${id}_Help` })}
      value={value === '' ? null : value}
      onChange={(next) => onChange(id, next ?? '')}
      onBlur={() => undefined}
    />
  );
}

/** Sites of the enterprise whose kind of generators the contract counts. */
function SiteChoice({ draft, contract, canEdit }: ContractGeneralProps) {
  const { formatMessage } = useIntl();
  const { allSites } = useFleet();
  const own = allSites.filter(({ enterpriseId }) => enterpriseId === contract.enterpriseId);
  return (
    <MultiSelectField
      label={formatMessage({ id: 'Contract_Field_sites' })}
      help={formatMessage({ id: 'Contract_Sites_Help' })}
      isDisabled={!canEdit}
      options={own.map(({ siteId, name, metadata }) => ({
        value: siteId as string,
        label: name,
        detail: formatMessage({ id: `EnergyType_${metadata.energyType}` }),
      }))}
      values={linesOf(settingOf(draft.items, 'sites'))}
      onChange={(ids) => draft.change((items) => withValue(items, 'sites', ids.toSorted().join('\n')))}
    />
  );
}

function CategorySetChoice({ draft, contract, canEdit }: ContractGeneralProps) {
  const { formatMessage } = useIntl();
  const { data } = useQuery(categorySetChoicesQuery());
  const value = settingOf(draft.items, 'lossCategorySetId');
  const own = (data?.items ?? []).flatMap(({ id, name, enterpriseId }) =>
    id !== null && enterpriseId === contract.enterpriseId ? [{ value: id as string, label: name }] : [],
  );
  const known = value === '' || own.some((option) => option.value === value) ? own : [...own, { value, label: value }];
  return (
    <SelectField
      label={formatMessage({ id: 'Contract_Field_lossCategorySetId' })}
      help={formatMessage({ id: 'Contract_CategorySet_Help' })}
      isDisabled={!canEdit}
      options={[{ value: '', label: formatMessage({ id: 'Contract_CategorySet_Default' }) }, ...known]}
      value={value}
      onChange={(next) => draft.change((items) => withValue(items, 'lossCategorySetId', next ?? ''))}
    />
  );
}

const METHODS = Object.keys(EXPECTED_METHODS) as (keyof typeof EXPECTED_METHODS)[];
/** Methods of a kind of generator have numbers of their own ten. */
const FIRST_NUMBER: Record<Source, number> = { PV: 0, Wind: 10, BESS: 20 };

/** Order in which methods of expected production are asked; without one the usual one. */
function MethodOrder({ draft, canEdit, source }: DraftPartProps & { source: Source }) {
  const { formatMessage } = useIntl();
  const id = `methods ${source}`;
  const own = linesOf(settingOf(draft.items, id));
  const nameOf = (method: string) => formatMessage({ id: `ExpectedMethod_${method}` as never });
  const put = (methods: readonly string[]): void => draft.change((items) => withValue(items, id, methods.join('\n')));
  const first = FIRST_NUMBER[source];
  const free = METHODS.filter(
    (method) => EXPECTED_METHODS[method] > first && EXPECTED_METHODS[method] < first + 10 && !own.includes(method),
  );
  const title = `${formatMessage({ id: 'Contract_Methods' })}, ${formatMessage({ id: `EnergyType_${source}` })}`;
  return (
    <div className={classes.wide}>
      <h4 className={classes.label}>{title}</h4>
      {own.length === 0 ? (
        <p className={classes.hint}>
          {formatMessage({ id: 'Contract_Methods_Usual_Text' }, { methods: DEFAULT_EXPECTED_METHODS[source].map(nameOf).join(' \u203a ') })}
        </p>
      ) : (
        <OrderedList
          labels={{
            list: title,
            gripHelp: formatMessage({ id: 'Contract_Methods_Grip_Help' }),
            gripOf: ({ id: method }) => formatMessage({ id: 'Contract_Methods_Grip' }, { method: nameOf(method) }),
            movedTo: ({ id: method }, rank) =>
              formatMessage({ id: 'Contract_Methods_Moved' }, { method: nameOf(method), rank, count: own.length }),
          }}
          items={own.map((method) => ({ id: method }))}
          canMove={canEdit}
          gridClassName={classes.methods}
          head={
            <>
              <span />
              <span>{formatMessage({ id: 'Contract_Methods_Method' })}</span>
              <span />
            </>
          }
          renderItem={({ id: method }) => (
            <>
              <span>{nameOf(method)}</span>
              {canEdit ? (
                <button
                  type="button"
                  className={classes.textButton}
                  onClick={() => put(own.filter((each) => each !== method))}
                  aria-label={formatMessage({ id: 'Contract_Methods_Remove_Of' }, { method: nameOf(method) })}
                >
                  {formatMessage({ id: 'Contract_Methods_Remove' })}
                </button>
              ) : (
                <span />
              )}
            </>
          )}
          onChange={(next) => put(next.map((item) => item.id))}
        />
      )}
      {canEdit && free.length > 0 && (
        <RowSelect
          label={formatMessage({ id: 'Contract_Methods_Add_Of' }, { source: formatMessage({ id: `EnergyType_${source}` }) })}
          value=""
          options={[
            { value: '', label: formatMessage({ id: 'Contract_Methods_Add' }) },
            ...free.map((method) => ({ value: method as string, label: nameOf(method) })),
          ]}
          onChange={(method) => method !== '' && put([...own, method])}
        />
      )}
    </div>
  );
}

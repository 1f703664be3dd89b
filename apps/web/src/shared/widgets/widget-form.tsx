import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Site } from '@solvane/contract/fleet';
import { formValuesOf, settingsOf, widgetForm } from '@solvane/contract/widgets/widget-form';
import { isWhole, type WidgetListField } from '@solvane/contract/widgets/widget-lists';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import { type CommonSettings, editableSettings, type StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { isComplete } from '@solvane/contract/widgets/widget-thresholds';
import { type ComponentType, Fragment, useId, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { type DeviceSelectProps, FormItemView } from '../form-definition/form-item.tsx';
import { useDefinitionForm } from '../form-definition/use-definition-form.ts';
import { useServerText } from '../text/use-server-text.ts';
import { CostMeter } from './cost-meter.tsx';
import type { AnyWidget, WidgetRegistry } from './define-widget.ts';
import { FiltersField, filtersOf } from './filters-field.tsx';
import { ListField, type ListItem } from './list-field.tsx';
import { SiteWarnings } from './site-warnings.tsx';
import { ThresholdsField } from './thresholds-field.tsx';
import { TitlePlaceholders } from './title-placeholders.tsx';
import { useCauseChoices } from './use-cause-choices.ts';
import { useSignalChoices } from './use-signal-choices.ts';
import { Widget } from './widget.tsx';
import classes from './widget-form.module.css';

interface WidgetFormProps {
  stored: StoredWidget;
  registry: WidgetRegistry;
  page: WidgetPage;
  /** Chooses sites: what knows the fleet is handed in. */
  DeviceSelect: ComponentType<DeviceSelectProps>;
  onSave: (stored: StoredWidget) => void;
  onCancel: () => void;
}

/** The settings of a widget beside its picture on real data. */
export function WidgetForm(props: WidgetFormProps) {
  const definition = props.registry[props.stored.type];
  return definition && <KnownForm {...props} definition={definition} />;
}

const PREVIEW_AFTER_MS = 300;

function KnownForm({ stored, registry, page, DeviceSelect, onSave, onCancel, definition }: WidgetFormProps & { definition: AnyWidget }) {
  const { formatMessage } = useIntl();
  const serverText = useServerText();
  const formId = useId();
  const { settings: kind } = definition;
  const sites = page.allSites ?? page.sites;
  const signals = useSignalChoices({ definition, stored, page });
  const causes = useCauseChoices({ definition, stored, page });
  const fields = useMemo(() => widgetForm(kind, { sites, signals, causes }), [kind, sites, signals, causes]);
  const before = useMemo(() => {
    const read = kind.read(stored);
    const settings = read.status === 'complete' ? (read.settings as StoredWidget['settings']) : { ...kind.defaults, ...stored.settings };
    return withSegments(editableSettings(settings), sites);
  }, [kind, stored, sites]);
  const { form, warningsOf } = useDefinitionForm(fields, formValuesOf(before, kind.form));
  const [thresholds, setThresholds] = useState(before.thresholds);
  const [lists, setLists] = useState(() => listsOf(before, kind.lists));
  const hasFilters = 'filters' in kind.defaults;
  const [filters, setFilters] = useState(() => filtersOf(before));
  const draft = useMemo(
    () => ({
      ...stored,
      version: kind.version,
      settings: { ...settingsOf(form.values, before, kind.form), thresholds, ...lists, ...(hasFilters && { filters }) },
    }),
    [stored, kind, form.values, before, thresholds, lists, hasFilters, filters],
  );
  const [isRefused, setRefused] = useState(false);
  const read = kind.read(draft);
  const problem = isRefused && read.status === 'incomplete' ? read.message : undefined;
  const [preview] = useDebouncedValue(draft, PREVIEW_AFTER_MS);
  return (
    <div className={classes.editor}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(() => {
          const isStorable = kind.lists.every((list) => isWhole(list, lists[list.name] ?? []));
          if (!thresholds.every(isComplete) || !isStorable) return;
          // Settings that contradict each other say so; what is not chosen yet can be chosen later.
          setRefused(true);
          if (read.status !== 'incomplete' || read.message === undefined) onSave(draft);
        })}
      >
        {fields.sections.map(({ title = '', items }) => (
          <fieldset key={title} className={classes.section}>
            <legend>{serverText(title)}</legend>
            {items.map((item) => {
              const id = 'name' in item ? `${formId}-${item.name}` : formId;
              return (
                <Fragment key={id}>
                  <FormItemView id={id} item={item} form={form} warningsOf={warningsOf} DeviceSelect={DeviceSelect} />
                  {id === `${formId}-title` && <TitlePlaceholders definition={definition} stored={preview} page={page} />}
                </Fragment>
              );
            })}
          </fieldset>
        ))}
        {kind.lists.map((list) => (
          <ListField
            key={list.name}
            field={list}
            value={lists[list.name] ?? []}
            causes={causes}
            onChange={(items) => setLists({ ...lists, [list.name]: items })}
          />
        ))}
        {hasFilters && <FiltersField value={filters} page={page} level={before.level} onChange={setFilters} />}
        {kind.thresholdsOf.length > 0 && <ThresholdsField value={thresholds} subjects={kind.thresholdsOf} onChange={setThresholds} />}
        <SiteWarnings definition={definition} stored={preview} page={page} />
        <CostMeter definition={definition} stored={preview} page={page} />
        {problem !== undefined && (
          <p className={classes.problem} role="alert">
            {serverText(problem)}
          </p>
        )}
        <footer className={classes.foot}>
          <Button variant="default" onClick={onCancel}>
            {formatMessage({ id: 'Common_Cancel' })}
          </Button>
          <Button type="submit">{serverText(fields.primaryAction)}</Button>
        </footer>
      </form>
      <figure className={classes.preview} aria-label={formatMessage({ id: 'Widget_Form_Preview' })}>
        {definition.frame === 'metric' ? (
          <dl className={classes.metric}>
            <Widget stored={preview} registry={registry} page={page} />
          </dl>
        ) : (
          <Widget stored={preview} registry={registry} page={page} />
        )}
      </figure>
    </div>
  );
}

function listsOf(settings: StoredWidget['settings'], lists: readonly WidgetListField[]): Record<string, readonly ListItem[]> {
  return Object.fromEntries(lists.map(({ name }) => [name, Array.isArray(settings[name]) ? (settings[name] as ListItem[]) : []]));
}

/** The selector knows sites by their own segments; earlier versions stored their ids. */
function withSegments<S extends CommonSettings>(settings: S, sites: readonly Site[]): S {
  const { devices } = settings;
  if (devices.of !== 'fixed') return settings;
  const segmentOf = new Map<string, string>(sites.map(({ siteId, siteSegmentId }) => [siteId, siteSegmentId]));
  return { ...settings, devices: { ...devices, ids: devices.ids.map((id) => segmentOf.get(id) ?? id) } };
}

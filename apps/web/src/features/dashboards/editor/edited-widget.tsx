import { ActionIcon } from '@mantine/core';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { IconAdjustments, IconCopy, IconCopyPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { WidgetRegistry } from '../../../shared/widgets/define-widget.ts';
import { shownWidgets } from '../../../shared/widgets/shown-widgets.ts';
import { widgetTitle } from '../../../shared/widgets/use-widget.ts';
import { useWidgetText } from '../../../shared/widgets/use-widget-text.ts';
import widgetClasses from '../../../shared/widgets/widget.module.css';
import { Widget } from '../../../shared/widgets/widget.tsx';
import classes from './editor.module.css';

const WIDGET_ACTIONS = ['configure', 'duplicate', 'copy', 'delete'] as const;
export type WidgetAction = (typeof WIDGET_ACTIONS)[number];

const ICONS = { configure: IconAdjustments, duplicate: IconCopyPlus, copy: IconCopy, delete: IconTrash };

interface EditedWidgetProps {
  stored: StoredWidget;
  registry: WidgetRegistry;
  page: WidgetPage;
  isSelected: boolean;
  onSelect: (id: string) => void;
  onKeyDown: (event: KeyboardEvent, widget: StoredWidget) => void;
  onAction: (action: WidgetAction, widget: StoredWidget) => void;
}

/** A widget in the editor: its live picture, which takes no input here, and what can be done with it. */
export function EditedWidget({ stored, registry, page, isSelected, onSelect, onKeyDown, onAction }: EditedWidgetProps) {
  const { formatMessage } = useIntl();
  const title = useEditedTitle({ stored, registry, page });
  const { x, y, w, h } = stored.position;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no place for a widget
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and resize it
      tabIndex={0}
      className={classes.widget}
      aria-label={title}
      aria-roledescription={formatMessage({ id: 'DashboardEditor_Widget' })}
      aria-description={formatMessage({ id: 'DashboardEditor_Position' }, { column: x + 1, row: y + 1, width: w, height: h })}
      aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown Enter Delete"
      onFocus={() => onSelect(stored.id)}
      onKeyDown={(event) => onKeyDown(event, stored)}
      onDoubleClick={() => onAction('configure', stored)}
    >
      <Picture stored={stored} registry={registry} page={page} title={title} />
      <div className={classes.tools} role="toolbar" aria-label={title}>
        {WIDGET_ACTIONS.map((action) => {
          const Icon = ICONS[action];
          return (
            <ActionIcon
              key={action}
              size="sm"
              variant="subtle"
              tabIndex={isSelected ? 0 : -1}
              aria-label={formatMessage({ id: `DashboardEditor_${action}` }, { title })}
              onClick={() => onAction(action, stored)}
            >
              <Icon size={14} />
            </ActionIcon>
          );
        })}
      </div>
      <output className={classes.size} aria-hidden="true">
        {w} × {h}
      </output>
    </div>
  );
}

interface PictureProps extends Pick<EditedWidgetProps, 'stored' | 'registry' | 'page'> {
  title: string;
}

/** Not drawn again when a widget is selected. */
const Picture = memo(function Picture({ stored, registry, page, title }: PictureProps) {
  const { formatMessage } = useIntl();
  const isHidden = useMemo(() => shownWidgets({ widgets: [stored], registry, page }).length === 0, [stored, registry, page]);
  return (
    <div className={`${classes.content} ${widgetClasses.fills}`} inert>
      {isHidden ? (
        <p className={classes.hidden}>
          <strong>{title}</strong> {formatMessage({ id: 'DashboardEditor_Hidden' })}
        </p>
      ) : registry[stored.type]?.frame === 'metric' ? (
        <dl className={classes.metric}>
          <Widget stored={stored} registry={registry} page={page} />
        </dl>
      ) : (
        <Widget stored={stored} registry={registry} page={page} />
      )}
    </div>
  );
});

/** As in the head of the widget; of one that cannot be read its type. */
function useEditedTitle({ stored, registry, page }: Pick<EditedWidgetProps, 'stored' | 'registry' | 'page'>): string {
  const text = useWidgetText();
  const definition = registry[stored.type];
  return useMemo(() => {
    const read = definition?.settings.read(stored);
    if (!definition || read?.status !== 'complete') return stored.type;
    return widgetTitle({ definition, settings: read.settings, page }, text);
  }, [definition, stored, page, text]);
}

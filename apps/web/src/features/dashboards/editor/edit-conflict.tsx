import type { Dashboard } from '@solvane/contract/dashboards';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { changeText, type ItemTexts } from '../../../shared/configuration/item-texts.ts';
import { ConflictDialog } from '../../../shared/configuration/save-conflict.tsx';
import { threeWayMerge } from '../../../shared/configuration/three-way-merge.ts';
import type { WidgetRegistry } from '../../../shared/widgets/define-widget.ts';
import { moveUp } from '../../../shared/widgets/shown-widgets.ts';
import { type DashboardEditor, isConflict } from './use-dashboard-editor.ts';

interface EditConflictProps {
  editor: DashboardEditor;
  /** As it is stored now. */
  dashboard: Dashboard;
  registry: WidgetRegistry;
}

/** Another user saved the dashboard after it was opened: what they changed widget by widget, and what becomes of the own draft. */
export function EditConflict({ editor, dashboard, registry }: EditConflictProps) {
  const intl = useIntl();
  const { save, base, widgets } = editor;
  const texts = useMemo<ItemTexts<Compared>>(() => {
    const { formatMessage } = intl;
    return {
      fields: ['position', 'settings'],
      nameOf: ({ type, title }) => {
        const name = registry[type]?.catalogue.name;
        return title || (name ? formatMessage({ id: name }) : type);
      },
      labelOf: (field) => formatMessage({ id: field === 'position' ? 'DashboardEditor_Place' : 'DashboardEditor_Settings' }),
      textOf: ({ place, settings }, field) => (field === 'position' ? place : settings),
    };
  }, [intl, registry]);
  if (!isConflict(save.error)) return null;
  const [own, theirs] = [widgets, dashboard.widgets];
  const { merged, changes } = threeWayMerge(
    { base: base.widgets.map(compared), theirs: theirs.map(compared), own: own.map(compared) },
    texts,
  );
  return (
    <ConflictDialog
      revision={dashboard.revision}
      changes={changes.map((change) => changeText(change, texts, intl))}
      isBusy={save.isPending}
      onReapply={() => {
        const byId = new Map([...theirs, ...own].map((widget) => [widget.id, widget]));
        const whole = merged.flatMap(({ id, position, settings }) => {
          const widget = byId.get(id);
          return widget ? [{ ...widget, position: JSON.parse(position), settings: JSON.parse(settings) } satisfies StoredWidget] : [];
        });
        editor.rebase(moveUp(whole));
        save.reset();
      }}
      onOverwrite={() => save.mutate(dashboard.revision.id)}
      onClose={save.reset}
    />
  );
}

/** A widget with what can be compared as text. */
interface Compared {
  id: string;
  type: string;
  title: string;
  place: string;
  position: string;
  settings: string;
}

function compared({ id, type, position, settings }: StoredWidget): Compared {
  const { x, y, w, h } = position;
  return {
    id,
    type,
    title: typeof settings.title === 'string' ? settings.title : '',
    place: `${x + 1}, ${y + 1}: ${w} × ${h}`,
    position: JSON.stringify(position),
    settings: JSON.stringify(settings),
  };
}

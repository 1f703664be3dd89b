import { Button } from '@mantine/core';
import type { Dashboard } from '@solvane/contract/dashboards';
import { LIMITS } from '@solvane/contract/limits';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { IconArrowBackUp, IconArrowForwardUp, IconClipboard, IconPlus } from '@tabler/icons-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { hasPermission } from '../../../shared/access/access.ts';
import { useAccess } from '../../../shared/access/session.queries.ts';
import { LeaveGuard } from '../../../shared/configuration/leave-guard.tsx';
import { SaveBar } from '../../../shared/controls/save-bar.tsx';
import type { DeviceSelectProps } from '../../../shared/form-definition/form-item.tsx';
import { useShortcut } from '../../../shared/keys/use-shortcut.ts';
import { ErrorState } from '../../../shared/states/error-state.tsx';
import { copyText } from '../../../shared/text/copy-text.ts';
import type { WidgetRegistry } from '../../../shared/widgets/define-widget.ts';
import { WidgetForm } from '../../../shared/widgets/widget-form.tsx';
import { showNotice } from '../../../workspace/notices.ts';
import { EditConflict } from './edit-conflict.tsx';
import type { WidgetAction } from './edited-widget.tsx';
import classes from './editor.module.css';
import GridEditor from './grid-editor.tsx';
import { addedWidget, configuredWidget, duplicatedWidget, removedWidget } from './layout.ts';
import { isConflict, useDashboardEditor } from './use-dashboard-editor.ts';
import { useQueryCost } from './use-query-cost.ts';
import { WidgetCatalogue } from './widget-catalogue.tsx';
import { readClipboardText, toClipboardText } from './widget-clipboard.ts';

interface DashboardEditorProps {
  dashboard: Dashboard;
  registry: WidgetRegistry;
  page: WidgetPage;
  DeviceSelect: ComponentType<DeviceSelectProps>;
  /** Saved, or left without changes. */
  onDone: () => void;
}

/** Widgets of a dashboard: placed, added, configured, copied; a draft until it is saved. */
export default function DashboardEditor({ dashboard, registry, page, DeviceSelect, onDone }: DashboardEditorProps) {
  const { formatMessage } = useIntl();
  const access = useAccess();
  const editor = useDashboardEditor(dashboard, onDone);
  const { widgets, change, save } = editor;
  const [selectedId, select] = useState<string | null>(null);
  const [configuredId, configure] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const configured = widgets.find(({ id }) => id === configuredId);
  const types = Object.keys(registry).filter((type) => {
    const permission = registry[type]?.permission;
    // What depends on the settings is seen once they are chosen.
    return permission === undefined || typeof permission === 'function' || hasPermission(access, permission);
  });
  const add = (type: string, copied?: StoredWidget): void => {
    const definition = registry[type];
    if (!definition) {
      showNotice({
        kind: 'warning',
        title: 'Widget_newer',
        message: 'Widget_newer_Message',
        values: { type, version: copied?.version ?? 1 },
      });
      return;
    }
    const id = crypto.randomUUID();
    const size = copied ? ([copied.position.w, copied.position.h] as const) : definition.size.initial;
    const { version, settings } = copied ?? { version: definition.settings.version, settings: {} };
    change((before) => addedWidget(before, { id, type, version, settings, size }));
    setAdding(false);
    select(id);
    // What cannot be drawn with its defaults is configured first.
    if (!copied && definition.settings.read({ version, settings }).status !== 'complete') configure(id);
  };
  const act = (action: WidgetAction, widget: StoredWidget): void => {
    if (action === 'configure') configure(widget.id);
    if (action === 'duplicate') change((before) => duplicatedWidget(before, widget.id, crypto.randomUUID()));
    if (action === 'delete') change((before) => removedWidget(before, widget.id));
    if (action === 'copy')
      void copyText(toClipboardText(widget)).then(
        () => showNotice({ kind: 'success', title: 'DashboardEditor_Copied' }),
        () => showNotice({ kind: 'error', title: 'DashboardEditor_Clipboard_Failed' }),
      );
  };
  const paste = (text: string): boolean => {
    const widget = readClipboardText(text);
    if (widget) add(widget.type, widget);
    return widget !== undefined;
  };
  const pasteByButton = async (): Promise<void> => {
    const text = await navigator.clipboard?.readText().catch(() => '');
    if (!paste(text ?? '')) showNotice({ kind: 'warning', title: 'DashboardEditor_Paste_Nothing' });
  };
  usePaste(paste);
  useShortcut('Mod+Z', editor.undo, 'DashboardEditor_Undo');
  useShortcut('Mod+Y', editor.redo, 'DashboardEditor_Redo');
  const cost = useQueryCost({ widgets, registry, page });
  if (configured)
    return (
      <WidgetForm
        key={configured.id}
        stored={configured}
        registry={registry}
        page={page}
        DeviceSelect={DeviceSelect}
        onSave={(next) => {
          change((before) => configuredWidget(before, next));
          configure(null);
        }}
        onCancel={() => configure(null)}
      />
    );
  return (
    <>
      <LeaveGuard draft={editor.draft} searchKeys={[]} onDiscard={editor.discard} />
      <EditConflict editor={editor} dashboard={dashboard} registry={registry} />
      <div className={classes.bar} role="toolbar" aria-label={formatMessage({ id: 'DashboardEditor_Tools' })}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {formatMessage({ id: 'DashboardEditor_Add' })}
        </Button>
        <Button variant="default" leftSection={<IconClipboard size={16} />} onClick={() => void pasteByButton()}>
          {formatMessage({ id: 'DashboardEditor_Paste' })}
        </Button>
        <Button variant="default" leftSection={<IconArrowBackUp size={16} />} disabled={!editor.canUndo} onClick={editor.undo}>
          {formatMessage({ id: 'DashboardEditor_Undo' })}
        </Button>
        <Button variant="default" leftSection={<IconArrowForwardUp size={16} />} disabled={!editor.canRedo} onClick={editor.redo}>
          {formatMessage({ id: 'DashboardEditor_Redo' })}
        </Button>
        <span className={classes.count} data-level={cost.level}>
          {formatMessage({ id: 'DashboardEditor_Count' }, { count: widgets.length, points: cost.points })}
        </span>
        {editor.steps === 0 && (
          <Button variant="default" onClick={onDone}>
            {formatMessage({ id: 'DashboardEditor_Done' })}
          </Button>
        )}
      </div>
      {widgets.length === 0 && <p className={classes.hidden}>{formatMessage({ id: 'DashboardEditor_Empty' })}</p>}
      <GridEditor
        widgets={widgets}
        registry={registry}
        page={page}
        selectedId={selectedId}
        onSelect={select}
        onChange={change}
        onAction={act}
      />
      <SaveBar
        changeCount={editor.steps}
        isSaving={save.isPending}
        problems={
          editor.excess > 0
            ? [
                {
                  id: 'count',
                  text: formatMessage({ id: 'Dashboard_Problem_Widgets' }, { count: widgets.length, allowed: LIMITS.widgetsPerDashboard }),
                },
              ]
            : []
        }
        failure={save.error && !isConflict(save.error) && <ErrorState error={save.error} isCommand />}
        onSave={() => save.mutate(editor.base.revision.id)}
        onDiscard={editor.discard}
      />
      {isAdding && <WidgetCatalogue registry={registry} types={types} onAdd={add} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Takes what is pasted anywhere on the page but into a field. */
function usePaste(take: (text: string) => boolean): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')) return;
    if (take(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  });
  // The clipboard belongs to the document.
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

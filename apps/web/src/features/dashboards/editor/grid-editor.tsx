import { DASHBOARD_COLUMNS } from '@solvane/contract/dashboards';
import type { WidgetPage } from '@solvane/contract/widgets/widget-page';
import type { StoredWidget } from '@solvane/contract/widgets/widget-settings';
import { type KeyboardEvent, useMemo } from 'react';
import ReactGridLayout, { type Layout, useContainerWidth } from 'react-grid-layout';
import 'react-grid-layout/css/styles.css';
import type { WidgetRegistry } from '../../../shared/widgets/define-widget.ts';
import { EditedWidget, type WidgetAction } from './edited-widget.tsx';
import classes from './editor.module.css';
import { arrangedWidgets, type Direction, movedWidget, resizedWidget } from './layout.ts';

interface GridEditorProps {
  widgets: readonly StoredWidget[];
  registry: WidgetRegistry;
  page: WidgetPage;
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  onChange: (next: (widgets: readonly StoredWidget[]) => readonly StoredWidget[]) => void;
  onAction: (action: WidgetAction, widget: StoredWidget) => void;
}

const GRID = { cols: DASHBOARD_COLUMNS, rowHeight: 36, margin: [12, 12], containerPadding: [0, 0] } as const;
const DRAG = { enabled: true, cancel: 'button', threshold: 3 };
const RESIZE = { enabled: true, handles: ['se', 'e', 's'] } as const;

const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const NO_SIZE = [1, 1] as const;

/** Widgets on the grid, to be dragged and resized by pointer and by keys. */
export default function GridEditor({ widgets, registry, page, selectedId, onSelect, onChange, onAction }: GridEditorProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  const layout = useMemo(
    () =>
      widgets.map(({ id, type, position }) => {
        const [minW, minH] = registry[type]?.size.least ?? NO_SIZE;
        return { i: id, ...position, minW: Math.min(minW, position.w), minH: Math.min(minH, position.h) };
      }),
    [widgets, registry],
  );
  const arrange = (next: Layout): void => onChange((before) => arrangedWidgets(before, next));
  const onKeyDown = (event: KeyboardEvent, widget: StoredWidget): void => {
    // Keys of a button on the widget are its own.
    if (event.target !== event.currentTarget) return;
    const direction = ARROWS[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    const action: WidgetAction | undefined =
      event.key === 'Delete' || event.key === 'Backspace'
        ? 'delete'
        : event.key === 'Enter'
          ? 'configure'
          : isCommand && event.key === 'd'
            ? 'duplicate'
            : isCommand && event.key === 'c'
              ? 'copy'
              : undefined;
    if (!direction && !action) return;
    event.preventDefault();
    if (action) onAction(action, widget);
    else if (direction && event.shiftKey)
      onChange((before) => resizedWidget(before, widget.id, direction, registry[widget.type]?.size.least ?? NO_SIZE));
    else if (direction) onChange((before) => movedWidget(before, widget.id, direction));
  };
  return (
    <div ref={containerRef} className={classes.grid}>
      {mounted && (
        <ReactGridLayout
          width={width}
          layout={layout}
          gridConfig={GRID}
          dragConfig={DRAG}
          resizeConfig={RESIZE}
          onDragStart={(_layout, item) => item && onSelect(item.i)}
          onResizeStart={(_layout, item) => item && onSelect(item.i)}
          onDragStop={arrange}
          onResizeStop={arrange}
        >
          {widgets.map((widget) => (
            <div key={widget.id} data-selected={widget.id === selectedId || undefined} className={classes.item}>
              <EditedWidget
                stored={widget}
                registry={registry}
                page={page}
                isSelected={widget.id === selectedId}
                onSelect={onSelect}
                onKeyDown={onKeyDown}
                onAction={onAction}
              />
            </div>
          ))}
        </ReactGridLayout>
      )}
    </div>
  );
}

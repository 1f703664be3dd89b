import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ResizablePane } from './resizable-pane.tsx';

// The test browser knows no pointer capture.
beforeAll(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
afterEach(cleanup);

function renderPane({ size = 300, side = 'left' }: { size?: number; side?: 'left' | 'right' } = {}) {
  const onResize = vi.fn();
  render(
    <ResizablePane
      title="Devices"
      label="Width of devices"
      side={side}
      size={size}
      min={200}
      max={600}
      defaultSize={300}
      onResize={onResize}
    >
      content
    </ResizablePane>,
  );
  return { onResize, separator: screen.getByRole('separator', { name: 'Width of devices' }) };
}

test('its separator says how wide the pane is and may be', () => {
  const { separator } = renderPane({ size: 412 });
  expect(['aria-valuenow', 'aria-valuemin', 'aria-valuemax'].map((name) => separator.getAttribute(name))).toEqual(['412', '200', '600']);
});

test('arrow keys move it, with Shift further, Home and End to the ends', () => {
  const { separator, onResize } = renderPane();
  for (const init of [{ key: 'ArrowRight' }, { key: 'ArrowLeft' }, { key: 'ArrowRight', shiftKey: true }, { key: 'Home' }, { key: 'End' }])
    fireEvent.keyDown(separator, init);
  expect(onResize.mock.calls.flat()).toEqual([316, 284, 364, 200, 600]);
});

test('a pane at the right grows to the left', () => {
  const { separator, onResize } = renderPane({ side: 'right' });
  fireEvent.keyDown(separator, { key: 'ArrowLeft' });
  expect(onResize).toHaveBeenCalledWith(316);
});

test('dragging is told once, at the end, and stays within the limits', () => {
  const { separator, onResize } = renderPane();
  fireEvent.pointerDown(separator, { button: 0, clientX: 300, pointerId: 1 });
  fireEvent.pointerMove(separator, { clientX: 450, pointerId: 1 });
  fireEvent.pointerMove(separator, { clientX: 2_000, pointerId: 1 });
  expect(onResize).not.toHaveBeenCalled();
  fireEvent.pointerUp(separator, { pointerId: 1 });
  expect(onResize.mock.calls).toEqual([[600]]);
});

test('a double click brings the width back it had at first', () => {
  const { separator, onResize } = renderPane({ size: 512 });
  fireEvent.doubleClick(separator);
  expect(onResize).toHaveBeenCalledWith(300);
});

import { act, cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allHadTurn, isAnyWaiting, useInTurn } from './use-in-turn.ts';

/** What was drawn, task by task. */
let tasks: string[][] = [];
let task: string[] | undefined;
/** What each part takes. [ms] */
let takesMs = 0;

function Part({ name, value, isFirst }: { name: string; value: number; isFirst?: boolean }) {
  const shown = useInTurn(value, isFirst);
  if (shown !== undefined) draw(`${name}${shown}`);
  return <p>{`${name} ${shown ?? 'waits'}`}</p>;
}

function draw(part: string): void {
  vi.advanceTimersByTime(takesMs);
  if (!task) {
    task = [];
    tasks.push(task);
    queueMicrotask(() => {
      task = undefined;
    });
  }
  task.push(part);
}

const page = (value: number) => (
  <>
    <Part name="A" value={value} isFirst />
    <Part name="B" value={value} />
    <Part name="C" value={value} />
  </>
);

const settled = () => act(allHadTurn);

beforeEach(() => {
  tasks = [];
  takesMs = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the first part is drawn with the page, the others in their order after it', async () => {
  render(page(1));
  expect([screen.getByText('A 1'), screen.getByText('B waits'), screen.getByText('C waits')]).toHaveLength(3);
  await settled();
  expect(tasks.flat()).toEqual(['A1', 'B1', 'C1']);
});

test('a change is drawn part by part: until its turn each shows what it showed', async () => {
  const { rerender } = render(page(1));
  await settled();
  rerender(page(2));
  expect([screen.getByText('A 1'), screen.getByText('B 1')]).toHaveLength(2);
  await settled();
  expect([screen.getByText('A 2'), screen.getByText('B 2'), screen.getByText('C 2')]).toHaveLength(3);
});

test('short parts share a task; after long ones the browser is free', async () => {
  render(page(1));
  await settled();
  expect(tasks).toEqual([['A1'], ['B1', 'C1']]);
  cleanup();
  tasks = [];
  takesMs = 50;
  render(page(1));
  await settled();
  expect(tasks).toEqual([['A1'], ['B1'], ['C1']]);
});

test('what waits for all parts goes on after the last one, also when it has left', async () => {
  const seen: number[] = [];
  render(page(1));
  await act(() => allHadTurn().then(() => void seen.push(tasks.flat().length)));
  expect(seen).toEqual([3]);
  cleanup();
  const other = render(page(1));
  const end = allHadTurn();
  other.unmount();
  await end;
});

test('a part that leaves while it waits is not drawn', async () => {
  const { unmount } = render(page(1));
  unmount();
  expect(isAnyWaiting()).toBe(false);
});

class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render(): ReactNode {
    return this.state.hasFailed ? <p>failed</p> : this.props.children;
  }
}

test('one that cannot be drawn fails by itself: the others have their turn', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  function Broken() {
    if (useInTurn(true)) throw new Error('cannot be drawn');
    return null;
  }
  render(
    <>
      <Boundary>
        <Broken />
      </Boundary>
      <Part name="B" value={1} />
    </>,
  );
  await settled();
  expect([screen.getByText('failed'), screen.getByText('B 1')]).toHaveLength(2);
});

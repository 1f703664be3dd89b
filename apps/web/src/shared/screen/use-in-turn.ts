import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Longer than this the browser does nothing else; then it may paint and answer the user before the next turn. */
const TURNS_MS = 20;

/**
 * A value for a part of a page, one part after the other: where many parts are drawn or change at once, the page answers in between.
 *
 * @param isFirst - shown without waiting for a turn the first time
 * @returns undefined until the part had its first turn, later the value before this one until it has had another
 */
export function useInTurn<T>(value: T, isFirst = false): T | undefined {
  const [part] = useState(() => ({}));
  const [shown, setShown] = useState(isFirst ? value : undefined);
  const isShown = shown === value;
  // Turns are taken outside of React.
  useEffect(() => {
    // A part keeps its place when its value changes while it waits, so that none waits for ever.
    if (isShown) waiting.delete(part);
    else wait(part, () => setShown(() => value));
  }, [part, value, isShown]);
  useEffect(() => () => void waiting.delete(part), [part]);
  return shown;
}

const waiting = new Map<object, () => void>();
let isPlanned = false;
let atEnd: PromiseWithResolvers<void> | undefined;
const channel = new MessageChannel();
channel.port1.onmessage = takeTurns;

/** Whether parts wait for their turn: the page is not there yet. */
export function isAnyWaiting(): boolean {
  return waiting.size > 0;
}

/** When no part waits for its turn any more; parts that are drawn together with the one that asks are counted. */
export function allHadTurn(): Promise<void> {
  atEnd ??= Promise.withResolvers();
  planTurns();
  return atEnd.promise;
}

function wait(part: object, draw: () => void): void {
  waiting.set(part, draw);
  planTurns();
}

function planTurns(): void {
  if (!isPlanned) channel.port2.postMessage(null);
  isPlanned = true;
}

function takeTurns(): void {
  isPlanned = false;
  const endMs = performance.now() + TURNS_MS;
  try {
    do {
      const [next] = waiting;
      if (!next) return;
      const [part, draw] = next;
      waiting.delete(part);
      flushSync(draw);
    } while (performance.now() < endMs);
  } finally {
    // One that fails does not keep the others waiting.
    if (waiting.size > 0) planTurns();
    else {
      atEnd?.resolve();
      atEnd = undefined;
    }
  }
}

import { type ComponentType, useState } from 'react';

/** A part of the screen whose code is loaded before it is shown, so that focus can go into it at once. */
export interface LoadablePart<Props> {
  /** undefined: not loaded yet. */
  Part: ComponentType<Props> | undefined;
  /** Begins to load, as when the pointer is over what will show it. */
  prepare: () => void;
  /** Calls back when it is there. */
  whenReady: (show: () => void) => void;
}

export function usePart<Props>(load: () => Promise<ComponentType<Props>>): LoadablePart<Props> {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> }>();
  const keep = (Part: ComponentType<Props>): void => setLoaded((before) => before ?? { Part });
  const fail = (error: unknown): void => console.error('A part of the screen could not be loaded', error);
  return {
    Part: loaded?.Part,
    prepare: () => {
      if (!loaded) load().then(keep, fail);
    },
    whenReady: (show) => {
      if (loaded) show();
      else
        load().then((Part) => {
          keep(Part);
          show();
        }, fail);
    },
  };
}

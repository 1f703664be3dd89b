import type { KeyboardEvent, SVGProps } from 'react';

/**
 * A shape that is chosen by click, Enter or space; without an action it is part of the picture only. Its label says
 * in a sentence what is written in it: what is inside is `DRAWN_ONLY`.
 */
export function choiceProps(label: string, onChoose: (() => void) | undefined): SVGProps<SVGGElement> {
  if (!onChoose) return {};
  return {
    role: 'button',
    tabIndex: 0,
    'aria-label': label,
    onClick: onChoose,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onChoose();
    },
  };
}

/** Of what is inside such a shape: its words are part of the label in another order. */
export const DRAWN_ONLY = { 'aria-hidden': true } as const;

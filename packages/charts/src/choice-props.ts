import type { KeyboardEvent, SVGProps } from 'react';

/**
 * A shape that is chosen by click, Enter or space; without an action it is part of the picture only. Words on it stand beside it in the drawing: its label
 * has them in a sentence, in another order.
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

/** Of words that are drawn over such a shape: a click on them is one on the shape. */
export const WORDS_ON_SHAPE = { pointerEvents: 'none' } as const;

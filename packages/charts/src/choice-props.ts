import type { KeyboardEvent, SVGProps } from 'react';

/** A shape that is chosen by click, Enter or space; without an action it is part of the picture only. */
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

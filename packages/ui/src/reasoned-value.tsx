import { Tooltip } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import classes from './reasoned-value.module.css';

interface ReasonedValueProps {
  /** Why the value is missing, partial or doubtful; one sentence a line. undefined: nothing is to say, and the children stand alone. */
  reason: string | undefined;
  /** Something of the value is known, and something is missing: a mark after it says so. */
  isPartial?: boolean;
  /** Left out: there is no value, and a dash stands for it. */
  children?: ReactNode;
}

const DASH = '\u2014';
const PARTIAL = '\u2009+\u2009?';

/** A value that says why it is missing or what it lacks: on hover, on keyboard focus, on touch, and to a screen reader. */
export function ReasonedValue({ reason, isPartial = false, children = DASH }: ReasonedValueProps) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  if (reason === undefined) return children;
  /** What lies below the value, as a row that opens, is not meant. */
  const show = (event: MouseEvent<HTMLButtonElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.focus();
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
  };
  // A table has one in many of its cells: text needs no element of its own to say why.
  const name = typeof children === 'string' ? `${children} (${reason})` : undefined;
  return (
    <>
      <button
        ref={target}
        type="button"
        className={name === undefined ? `${classes.value} ${classes.holder}` : classes.value}
        aria-label={name}
        onPointerEnter={() => setOpen(true)}
        onPointerLeave={() => setOpen(false)}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={show}
        onKeyDown={onKeyDown}
      >
        {children}
        {isPartial && (
          <span className={classes.partial} aria-hidden="true">
            {PARTIAL}
          </span>
        )}
        {name === undefined && <span className={classes.unseen}> ({reason})</span>}
      </button>
      {isOpen && <Tooltip target={target} label={reason} opened multiline className={classes.reason} />}
    </>
  );
}

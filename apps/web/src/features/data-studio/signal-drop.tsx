import { signalIdSchema } from '@solvane/contract/ids';
import { type DragEvent, type ReactNode, useState } from 'react';
import { addSignal, SIGNAL_MIME } from '../../workspace/signal-selection.ts';
import classes from './data-studio.module.css';

/** A signal that is dragged here from its panel is drawn beside the others. */
export function SignalDrop({ children }: { children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent): void => {
    setOver(false);
    const signalId = signalIdSchema.safeParse(event.dataTransfer.getData(SIGNAL_MIME)).data;
    if (!signalId) return;
    event.preventDefault();
    addSignal(signalId);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys choose signals in their panel; dropping one is a second way to the same
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(SIGNAL_MIME)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}

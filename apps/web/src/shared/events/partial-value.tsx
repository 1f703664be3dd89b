import { ReasonedValue } from '@solvane/ui/reasoned-value';

interface PartialValueProps {
  text: string;
  /** Why it is missing, doubtful or not the whole; one sentence a line. Empty: it is known in full. */
  reason: string;
  /** Something is known, and something is missing. */
  isPartial: boolean;
}

/** A figure of events that says what it lacks. */
export function PartialValue({ text, reason, isPartial }: PartialValueProps) {
  if (reason === '') return text;
  return (
    <ReasonedValue reason={reason} isPartial={isPartial}>
      {text}
    </ReasonedValue>
  );
}

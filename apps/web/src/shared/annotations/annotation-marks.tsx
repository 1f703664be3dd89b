import type { TimePlace } from '@solvane/charts/time-series-chart';
import type { Annotation } from '@solvane/contract/annotations';
import classes from './annotations.module.css';

interface AnnotationMarksProps {
  annotations: readonly Annotation[];
  place: TimePlace;
  onOpen?: ((annotation: Annotation) => void) | undefined;
}

/** Ranges with a note, as bars at the upper edge of any chart over time; the text is in the tooltip and for those who listen. */
export function AnnotationMarks({ annotations, place: { left, width, view }, onOpen }: AnnotationMarksProps) {
  const positionOf = (timeMs: number): number => left + (width * (timeMs - view.startMs)) / (view.endMs - view.startMs);
  const shown = annotations.filter(({ startMs, endMs }) => startMs < view.endMs && endMs > view.startMs);
  return shown.map((annotation) => {
    const from = Math.max(left, positionOf(annotation.startMs));
    const to = Math.min(left + width, positionOf(annotation.endMs));
    const text = `${annotation.text} (${annotation.author})`;
    return (
      <button
        key={annotation.annotationId}
        type="button"
        className={classes.mark}
        style={{ insetInlineStart: from, inlineSize: Math.max(6, to - from) }}
        title={text}
        aria-label={text}
        onClick={() => onOpen?.(annotation)}
      />
    );
  });
}

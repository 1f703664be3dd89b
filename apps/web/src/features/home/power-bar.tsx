import classes from './home.module.css';

/** Power on the scale of the rating, in ink. Charging runs from the right end: it is the other direction. */
export function PowerBar({ share }: { share: number | null }) {
  const width = Math.min(1, Math.abs(share ?? 0)) * 100;
  return (
    <span className={classes.bar} aria-hidden="true">
      <span className={classes.barFill} data-reverse={(share ?? 0) < 0 || undefined} style={{ inlineSize: `${width}%` }} />
    </span>
  );
}

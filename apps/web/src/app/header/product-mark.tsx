import classes from './header-bar.module.css';

export function ProductMark() {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path className={classes.markRing} d="M20.1 9.2a8.6 8.6 0 1 1-4.4-4.5" />
      <path className={classes.markHand} d="M21.2 2.8 11 16.2 7.6 11z" />
    </svg>
  );
}

import { useIntl } from 'react-intl';
import classes from './difference.module.css';
import { isShort } from './fleet-now.ts';
import { difference } from './fleet-text.ts';

/** How far something is from what it is compared with; a clear shortfall has the colour and the weight of one. */
export function Difference({ share }: { share: number }) {
  const { locale } = useIntl();
  return <span className={isShort(share) ? classes.short : classes.difference}>{`${difference(share, locale)} %`}</span>;
}

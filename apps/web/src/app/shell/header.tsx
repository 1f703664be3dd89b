import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { Breadcrumb } from './breadcrumb.tsx';
import classes from './header.module.css';
import { ProductMark } from './product-mark.tsx';

export function Header() {
  const { formatMessage } = useIntl();
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand}>
        <ProductMark />
        <span className={classes.name}>{formatMessage({ id: 'App_ProductName' })}</span>
      </Link>
      <Breadcrumb />
    </header>
  );
}

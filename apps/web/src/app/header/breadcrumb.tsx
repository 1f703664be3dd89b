import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { trailTo } from '../../shared/routing/navigation-tree.ts';
import { usePage } from '../../shared/routing/use-page.ts';
import { usePages } from '../../shared/routing/use-pages.ts';
import { setBreadcrumbSlot } from '../../shared/screen/screen-slots.ts';
import { usePageTitle } from '../../shared/screen/use-page-title.ts';
import classes from './header-bar.module.css';

/** Where the user is, and beside it the screen's own small buttons. */
export function Breadcrumb() {
  const { formatMessage } = useIntl();
  const page = usePage();
  const above = trailTo(usePages(), page.name).slice(0, -1);
  return (
    <div className={classes.breadcrumb}>
      <nav aria-label={formatMessage({ id: 'Shell_Breadcrumb_Label' })}>
        <ol className={classes.trail}>
          {above.map((ancestor) => (
            <li key={ancestor.page.name}>
              <Link to={ancestor.path}>{formatMessage({ id: ancestor.page.title })}</Link>
            </li>
          ))}
          <li aria-current="page">{usePageTitle()}</li>
        </ol>
      </nav>
      <div className={classes.breadcrumbActions} ref={setBreadcrumbSlot} />
    </div>
  );
}

import type { SiteId } from '@solvane/contract/ids';
import { Section } from '@solvane/ui/section';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { QueryView } from '../../shared/states/query-view.tsx';
import classes from './budgets.module.css';
import { budgetUploadsQuery } from './budgets.queries.ts';

const MOST = 5;

/** Files from which budgets of the site came. */
export function BudgetUploads({ siteId }: { siteId: SiteId }) {
  const { formatMessage, formatDate } = useIntl();
  const query = useQuery(budgetUploadsQuery(siteId));
  return (
    <Section title={formatMessage({ id: 'Budgets_Uploads' })} isCollapsible startsClosed isFramed>
      <QueryView query={query} isEmpty={(items) => items.length === 0} empty={{ title: formatMessage({ id: 'Budgets_Uploads_None' }) }}>
        {(items) => (
          <ul className={classes.uploads}>
            {items.slice(0, MOST).map(({ id, fileName, uploadedBy, uploadedAtMs, importedAtMs, state }) => (
              <li key={id}>
                <b>{fileName}</b>
                <span>{uploadedBy}</span>
                <span>{formatDate(importedAtMs ?? uploadedAtMs, { dateStyle: 'medium', timeStyle: 'short' })}</span>
                {state === 'reverted' && <span>{formatMessage({ id: 'Upload_State_reverted' })}</span>}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

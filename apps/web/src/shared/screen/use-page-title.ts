import { useIntl } from 'react-intl';
import { usePage } from '../routing/use-page.ts';
import { useScreenTitle } from './screen-slots.ts';

/** Title of the page in the breadcrumb and the document: its own name for one thing among many, as an event, else that of the route. */
export function usePageTitle(): string {
  const { formatMessage } = useIntl();
  const { title, parent } = usePage();
  const screenTitle = useScreenTitle();
  return (parent === undefined ? null : screenTitle) ?? formatMessage({ id: title });
}

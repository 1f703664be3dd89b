import { useIntl } from 'react-intl';
import { usePage } from '../routing/use-page.ts';
import { useScreenTitle } from './screen-slots.ts';

/**
 * Title of the page in the breadcrumb and the document: its own name for one thing among many, as an event, and where no page stands behind the
 * address; else that of the route.
 */
export function usePageTitle(): string {
  const { formatMessage } = useIntl();
  const { title, parent } = usePage();
  const screen = useScreenTitle();
  const isNamedByScreen = parent !== undefined || screen?.isStandIn === true;
  return (isNamedByScreen ? screen?.title : undefined) ?? formatMessage({ id: title });
}

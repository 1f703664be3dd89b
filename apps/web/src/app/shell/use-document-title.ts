import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { usePage } from '../../shared/routing/use-page.ts';
import { useScreenTitle } from '../../shared/screen/screen-slots.ts';

/** `<page title> - Solvane`. */
export function useDocumentTitle(): void {
  const { formatMessage } = useIntl();
  const page = usePage();
  const screenTitle = useScreenTitle();
  const title = formatMessage({ id: 'App_DocumentTitle' }, { page: screenTitle ?? formatMessage({ id: page.title }) });
  // The title is outside of what React draws here.
  useEffect(() => {
    document.title = title;
  }, [title]);
}

import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { usePageTitle } from '../../shared/screen/use-page-title.ts';

/** `<page title> - Solvane`. */
export function useDocumentTitle(): void {
  const { formatMessage } = useIntl();
  const title = formatMessage({ id: 'App_DocumentTitle' }, { page: usePageTitle() });
  // The title is outside of what React draws here.
  useEffect(() => {
    document.title = title;
  }, [title]);
}

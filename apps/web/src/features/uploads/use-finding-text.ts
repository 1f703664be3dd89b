import type { UploadFinding } from '@solvane/contract/uploads/uploads';
import { useIntl } from 'react-intl';

type Worded = Pick<UploadFinding, 'code' | 'values'>;

/** What is wrong, and how to correct it. */
export function useFindingText(): { what: (finding: Worded) => string; how: (finding: Worded) => string } {
  const { formatMessage } = useIntl();
  return {
    what: ({ code, values }) => formatMessage({ id: `Upload_Code_${code}` }, values),
    how: ({ code, values }) => formatMessage({ id: `Upload_Fix_${code}` }, values),
  };
}

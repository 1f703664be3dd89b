import type { Resolution } from '@solvane/contract/signal-resolutions';
import type { MessageKey } from '@solvane/i18n/messages';
import type { IntlShape } from 'react-intl';

/** That values are coarser than the native ones that were asked for; undefined: they are not. */
export function resolutionNote(
  { asked, got }: { asked: Resolution; got: Resolution },
  { formatMessage }: Pick<IntlShape, 'formatMessage'>,
): string | undefined {
  if ((asked !== 'raw' && asked !== 'auto') || got === 'raw' || got === 'auto') return undefined;
  return formatMessage({ id: 'Widget_Coarser' }, { resolution: formatMessage({ id: `DataStudio_Resolution_${got}` as MessageKey }) });
}

import { accountSettingsEndpoints, type RegionalFormat, type UiTheme } from '@solvane/contract/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { accountSettingsQuery } from './session.queries.ts';

/** Changes the given settings and leaves the others. */
export function useSaveAccountSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (settings: { uiTheme?: UiTheme; regionalFormat?: RegionalFormat }) =>
      call(accountSettingsEndpoints.save, { body: settings }),
    onSuccess: (settings) => queryClient.setQueryData(accountSettingsQuery().queryKey, settings),
    meta: { failedMessage: 'Account_Save_Failed' },
  });
}

import type { RequestOf, ResponseOf } from '@solvane/contract/endpoint';
import { formulaEndpoints } from '@solvane/contract/formulas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { seriesKeys } from '../../../shared/series/series.queries.ts';
import { forgetSignalDefinitions } from '../../../shared/signals/definitions.queries.ts';
import { formulasQuery } from './formulas.queries.ts';

type Save = RequestOf<typeof formulaEndpoints.save>['body'];

/** What can be done to calculated signals. The lists of signals and the values on screen follow. */
export function useFormulaCommands() {
  const queryClient = useQueryClient();
  const { queryKey } = formulasQuery();
  const onSuccess = async (formulas: ResponseOf<typeof formulaEndpoints.list>): Promise<void> => {
    queryClient.setQueryData(queryKey, formulas);
    await forgetSignalDefinitions();
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['signals', 'definitions'] }),
      queryClient.invalidateQueries({ queryKey: seriesKeys.values }),
    ]);
  };
  const onError = (): void => void queryClient.invalidateQueries({ queryKey });
  const meta = { failedMessage: 'DataStudio_Formula_Failed' } as const;
  return {
    save: useMutation({ mutationFn: (body: Save) => call(formulaEndpoints.save, { body }), onSuccess, onError, meta }),
    remove: useMutation({ mutationFn: (formulaId: string) => call(formulaEndpoints.remove, { body: { formulaId } }), onSuccess, meta }),
  };
}

import { Button } from '@mantine/core';
import { AppError } from '@solvane/contract/errors';
import { Facts } from '@solvane/ui/facts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { Part } from './part.tsx';

const FACTS = [
  { label: 'Actual', value: '18.30', unit: 'MW' },
  { label: 'Expected', value: '21.90', unit: 'MW' },
];
const NONE = { data: undefined, error: null, isFetching: false, isPlaceholderData: false, refetch: () => undefined };
const failed = (code: 'internal' | 'access.forbidden') => new AppError(code, { detail: { requestId: '7f2c91aa-0000' } });

const STATES = {
  loading: { query: { ...NONE, isFetching: true } },
  data: { query: { ...NONE, data: FACTS } },
  empty: { query: { ...NONE, data: [] } },
  partial: { query: { ...NONE, data: FACTS }, partial: '2 of 4 sites could not be read.' },
  stale: { query: { ...NONE, data: FACTS, isFetching: true }, stale: 'The newest value is 3 h 12 min old.' },
  previous: { query: { ...NONE, data: FACTS, isPlaceholderData: true } },
  'no permission': { query: { ...NONE, error: failed('access.forbidden') } },
  error: { query: { ...NONE, error: failed('internal') } },
  'error with data': { query: { ...NONE, data: FACTS, error: failed('internal') } },
};

/** One query in each of its states. */
export function QueryParts() {
  return Object.entries(STATES).map(([name, state]) => (
    <Part key={name} name={`QueryView ${name}`}>
      <div>
        <QueryView
          {...state}
          isEmpty={(facts) => facts.length === 0}
          empty={{
            title: 'No insights for Guadal in June',
            reason: '12 detectors ran on 24 days. The last insight closed on 28 May.',
            action: (
              <Button size="xs" variant="default">
                Show May
              </Button>
            ),
          }}
        >
          {(facts) => <Facts facts={facts} />}
        </QueryView>
      </div>
    </Part>
  ));
}

import type { EnterpriseId } from '@solvane/contract/ids';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfigurationLayout } from '../shared/configuration/configuration-layout.tsx';
import { Screen } from '../shared/screen/screen.tsx';
import { type EmptyText, QueryView } from '../shared/states/query-view.tsx';
import { useFleet } from './fleet/use-fleet.ts';

interface ConfigurationScreenProps<Item> {
  title: string;
  subtitle: string;
  /** Name of the list of configurations. */
  label: string;
  query: UseQueryResult<{ items: Item[] }>;
  empty: EmptyText;
  keyOf: (item: Item) => string;
  entryOf: (item: Item) => { name: string; detail: string };
  /** Key in the address; it may name one of an enterprise that is not selected. */
  openKey: string | undefined;
  onOpen: (key: string) => void;
  /** @param item - the one that is open, of all that are listed */
  children: (item: Item, items: readonly Item[]) => ReactNode;
}

/** Configurations of the selected enterprises beside the one that is open; a heading per enterprise where there are several. */
export function ConfigurationScreen<Item extends { enterpriseId: EnterpriseId }>({ query, ...props }: ConfigurationScreenProps<Item>) {
  const { title, subtitle, label, empty, keyOf, entryOf, openKey, onOpen, children } = props;
  const { enterprises, selectedIds } = useFleet();
  const all = query.data?.items ?? [];
  const linked = all.find((item) => keyOf(item) === openKey);
  const chosen = all.filter(({ enterpriseId }) => selectedIds.includes(enterpriseId));
  const items = linked && !chosen.includes(linked) ? all : chosen;
  const open = linked ?? items[0];
  const byEnterprise = Map.groupBy(items, ({ enterpriseId }) => enterpriseId);
  const groups = [...byEnterprise].map(([key, own]) => ({
    key,
    heading: byEnterprise.size > 1 ? (enterprises.find(({ id }) => id === key)?.name ?? key) : null,
    entries: own.map((item) => ({ key: keyOf(item), ...entryOf(item) })),
  }));
  return (
    <Screen fullBleed title={title} subtitle={subtitle}>
      <QueryView query={query} level="page" errorTitle="Common_Error_Query_Title" isEmpty={() => open === undefined} empty={empty}>
        {() =>
          open && (
            <ConfigurationLayout label={label} groups={groups} openKey={keyOf(open)} onOpen={onOpen}>
              {children(open, items)}
            </ConfigurationLayout>
          )
        }
      </QueryView>
    </Screen>
  );
}

import type { Site } from '@solvane/contract/fleet';
import { tariffEndpoints } from '@solvane/contract/models';
import { dayStart, localDayOf } from '@solvane/energy/time/local-day';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { call } from '../../api/call.ts';
import { ConfigurationActions, ConfigurationEditor, ConfigurationNote } from '../../shared/configuration/configuration-layout.tsx';
import { DraftControls, HistoryButton } from '../../shared/configuration/draft-controls.tsx';
import { useItemDraft } from '../../shared/configuration/item-draft.ts';
import { type PreviewFigure, SavePreview } from '../../shared/configuration/save-preview.tsx';
import { TariffCard } from './tariff-card.tsx';
import { asIfFrom, inOrder, newItem, problemsOf, type StoredTariffs, tariffDrafts, toItems, toTariff } from './tariff-draft.ts';
import { tariffKeys, useSaveTariffs } from './tariffs.queries.ts';
import { useTariffTexts } from './use-tariff-texts.ts';

interface TariffEditorProps {
  site: Site;
  stored: StoredTariffs;
}

/** The prices of a site, one after the other. */
export function TariffEditor({ site, stored }: TariffEditorProps) {
  const { formatMessage } = useIntl();
  const { siteId, name, metadata } = site;
  const zone = metadata.timezone ?? 'UTC';
  const { canEdit } = stored;
  const texts = useTariffTexts(zone);
  const itemsOf = useCallback((tariffs: Pick<StoredTariffs, 'items'>) => toItems(tariffs, zone), [zone]);
  const draft = useItemDraft({ drafts: tariffDrafts, draftKey: siteId, stored, itemsOf, texts });
  const save = useSaveTariffs();
  const { items } = draft;
  const isWrong = items.some((item) => problemsOf(item, items, zone).length > 0);
  const before = new Map(draft.versions.base.map((item) => [item.id, JSON.stringify(item)]));
  const changedIds = new Set(items.flatMap((item) => (before.get(item.id) === JSON.stringify(item) ? [] : [item.id])));
  const currency = items[0]?.currency ?? 'EUR';
  const add = (): void =>
    draft.change((current) => [
      ...current,
      newItem({
        fromMs: current.length === 0 ? 0 : dayStart(localDayOf(Date.now(), zone), zone),
        currency,
        taken: new Set(current.map(({ id }) => id)),
      }),
    ]);
  const figures: readonly PreviewFigure[] = [
    { signalId: 'Revenue||Calculated', label: 'Tariffs_Figure_revenue', unit: currency, factor: 1 },
    { signalId: 'ActiveEnergy||RevenueLost', label: 'Tariffs_Figure_revenueLost', unit: currency, factor: 1 },
  ];
  return (
    <ConfigurationEditor
      name={name}
      title={name}
      detail={formatMessage({ id: canEdit ? 'Tariffs_Detail' : 'Tariffs_ReadOnly' }, { zone })}
      actions={
        <>
          <HistoryButton
            draft={draft}
            queryKey={[...tariffKeys.all, siteId]}
            list={(signal) => call(tariffEndpoints.versions, { body: { siteId }, signal })}
            load={async (version, signal) => itemsOf(await call(tariffEndpoints.version, { body: { siteId, version }, signal }))}
            canEdit={canEdit}
          />
          <ConfigurationActions actions={[canEdit && { label: formatMessage({ id: 'Tariffs_Add' }), run: add }]} />
        </>
      }
    >
      {items.length === 0 && <ConfigurationNote>{formatMessage({ id: 'Tariffs_None' })}</ConfigurationNote>}
      {inOrder(items).map(({ item, untilMs }) => (
        <TariffCard
          key={item.id}
          item={item}
          untilMs={untilMs}
          zone={zone}
          problems={problemsOf(item, items, zone)}
          canEdit={canEdit}
          onChange={(changed) => draft.changeItem(item.id, changed)}
          onRemove={() => draft.change((current) => current.filter(({ id }) => id !== item.id))}
        />
      ))}
      {canEdit && (
        <SavePreview
          site={site}
          figures={figures}
          description={formatMessage({ id: 'Tariffs_Preview' })}
          saveOf={
            draft.changes.length > 0 && !isWrong
              ? (startMs) => ({
                  kind: 'tariffs',
                  body: { siteId, items: asIfFrom(items, changedIds, startMs).map((item) => toTariff(item, zone)) },
                })
              : undefined
          }
        />
      )}
      <DraftControls
        draft={draft}
        searchKeys={['site']}
        save={save}
        refusedTitle="Tariffs_Refused"
        isDisabled={isWrong}
        onSave={(request) =>
          save.mutate({ siteId, items: items.map((item) => toTariff(item, zone)), ...request }, { onSuccess: draft.markSaved })
        }
      />
    </ConfigurationEditor>
  );
}

import type { SiteId } from '@solvane/contract/ids';
import { LIMITS } from '@solvane/contract/limits';
import type { QualityContent } from '@solvane/contract/quality';
import { findSignalDefinition } from '@solvane/energy/signals/catalogue';
import { dayBounds, localDayOf, parseIsoDate, toIsoDate } from '@solvane/energy/time/local-day';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { Segments } from '../../shared/controls/segments.tsx';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { DateField } from '../../shared/form-definition/date-field.tsx';
import { impactQuery } from '../../shared/quality/impact.queries.ts';
import { ImpactTable } from '../../shared/quality/impact-table.tsx';
import { ValidationChart } from '../../shared/quality/validation-chart.tsx';
import { signalDefinitionsQuery } from '../../shared/signals/definitions.queries.ts';
import { useSignalName } from '../../shared/signals/use-signal-name.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { useSiteTree } from '../../workspace/fleet/trees.ts';
import { useFleet } from '../../workspace/fleet/use-fleet.ts';
import { BacktestPanel } from './backtest-panel.tsx';
import { parseSignalKey } from './quality-draft.ts';
import classes from './quality-preview.module.css';
import type { VeeSearch } from './vee-search.ts';

interface QualityPreviewProps {
  /** Rules as they are edited. */
  content: QualityContent;
  /** Some setting cannot be saved: what was calculated before stays. */
  hasProblems: boolean;
  signal: string;
  /** Sites of the enterprise; those that follow the configuration come first. */
  siteIds: readonly SiteId[];
  search: VeeSearch;
  onSearch: (search: VeeSearch) => void;
}

const DEFAULT_DAYS = 2;
/** After the last change, so that typing does not calculate every digit. */
const REST_MS = 400;

/** What the edited rules would do to a device on some days, and to its site: calculated by the engine, nothing is stored. */
export function QualityPreview({ content, hasProblems, signal, siteIds, search, onSearch }: QualityPreviewProps) {
  const { formatMessage } = useIntl();
  const signalName = useSignalName();
  const { allSites } = useFleet();
  const { apCode, segmentTypes } = parseSignalKey(signal);
  const sites = siteIds.flatMap((id) => allSites.filter(({ siteId }) => siteId === id));
  const site = sites.find(({ siteId }) => siteId === search.site) ?? sites[0];
  const nodes = useSiteTree(site).data?.nodes ?? [];
  const candidates = nodes.filter(({ type }) => segmentTypes.length === 0 || segmentTypes.some((each) => each === type));
  const { data: definitions = [] } = useQuery(signalDefinitionsQuery(candidates.map(({ id }) => id).slice(0, LIMITS.selectedDevices)));
  const known = new Set(definitions.flatMap((each) => (each.apCode === apCode && each.calcType === 'Raw' ? [each.segmentId] : [])));
  const measuring = candidates.filter(({ id }) => known.has(id));
  const device = measuring.find(({ id }) => id === search.device) ?? measuring[0];
  const zone = site?.metadata.timezone ?? 'UTC';
  const days = search.days ?? DEFAULT_DAYS;
  const last = parseIsoDate(search.day ?? '') ?? localDayOf(Date.now(), zone) - 1;
  const settled = useSettled(hasProblems ? undefined : content);
  const period = { startMs: dayBounds(last - days + 1, zone).startMs, endMs: dayBounds(last, zone).endMs };
  const watched = device ? { segmentId: device.id, apCode } : null;
  const isPossible = site !== undefined && settled !== undefined;
  const query = useQuery({
    ...impactQuery({
      siteId: site?.siteId ?? ('' as SiteId),
      ...period,
      signal: watched,
      trial: { kind: 'quality', content: settled ?? { signals: [] } },
    }),
    enabled: isPossible,
  });
  const [shows, setShows] = useState<'after' | 'before'>('after');
  const unit = findSignalDefinition(`${apCode}||Raw`)?.unit ?? '';
  const isStale = query.isPlaceholderData || query.isFetching;
  return (
    <section className={classes.preview} aria-label={formatMessage({ id: 'QualityPreview_Title' })}>
      <header>
        <h3>{formatMessage({ id: 'QualityPreview_Title' })}</h3>
        <span role="status">{isStale && isPossible ? formatMessage({ id: 'QualityPreview_Calculating' }) : ''}</span>
      </header>
      <div className={classes.choices}>
        <SelectField
          label={formatMessage({ id: 'QualityPreview_Site' })}
          options={sites.map(({ siteId, name }) => ({ value: siteId, label: name }))}
          value={site?.siteId ?? null}
          onChange={(value) => onSearch({ ...search, site: value ?? undefined, device: undefined })}
        />
        <SelectField
          label={formatMessage({ id: 'QualityPreview_Device' })}
          options={measuring.map(({ id, name }) => ({ value: id, label: name }))}
          value={device?.id ?? null}
          onChange={(value) => onSearch({ ...search, device: value ?? undefined })}
        />
        <DateField
          id="quality-preview-day"
          error={undefined}
          label={formatMessage({ id: 'QualityPreview_LastDay' })}
          description={undefined}
          withAsterisk={false}
          value={toIsoDate(last)}
          onChange={(value) => onSearch({ ...search, day: value || undefined })}
          onBlur={() => undefined}
        />
        <SelectField
          label={formatMessage({ id: 'QualityPreview_Days' })}
          options={['1', '2', '7', '14', '31'].map((value) => ({ value, label: value }))}
          value={String(days)}
          onChange={(value) => onSearch({ ...search, days: value === null ? undefined : Number(value) })}
        />
      </div>
      {site && (
        <QueryView query={query}>
          {({ watched: found, before, after }) => (
            <>
              {found ? (
                <div className={classes.chart}>
                  <Segments
                    label={formatMessage({ id: 'QualityPreview_Shows' })}
                    value={shows}
                    options={[
                      { value: 'before', label: formatMessage({ id: 'Impact_Before' }) },
                      { value: 'after', label: formatMessage({ id: 'Impact_After' }) },
                    ]}
                    onChange={setShows}
                  />
                  <ValidationChart
                    title={`${signalName(`${apCode}||Raw`)}, ${device?.name ?? ''}`}
                    unit={unit}
                    zone={zone}
                    points={{ timesMs: found.timesMs, raw: found.raw, values: found[shows].values, flags: found[shows].flags }}
                    isStale={isStale}
                  />
                </div>
              ) : (
                <p className={classes.note}>{formatMessage({ id: 'QualityPreview_NotMeasured' })}</p>
              )}
              <ImpactTable
                title={formatMessage({ id: 'Impact_On' }, { site: site.name })}
                before={before}
                after={after}
                isStale={isStale}
              />
            </>
          )}
        </QueryView>
      )}
      {site && settled && <BacktestPanel key={site.siteId} site={site} content={settled} signal={watched} />}
    </section>
  );
}

/** The rules once they have rested. */
function useSettled(content: QualityContent | undefined): QualityContent | undefined {
  const text = useMemo(() => (content ? JSON.stringify(content) : undefined), [content]);
  const [settled, setSettled] = useState(text);
  // Typing is a subscription to time.
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => setSettled(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useMemo(() => (settled === undefined ? undefined : (JSON.parse(settled) as QualityContent)), [settled]);
}

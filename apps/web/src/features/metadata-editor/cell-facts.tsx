import { PointMap } from '@solvane/charts/point-map';
import { siteMetadataSchema } from '@solvane/contract/fleet';
import { useIntl } from 'react-intl';
import { HistoryList } from '../../shared/history/history-list.tsx';
import { useServerText } from '../../shared/text/use-server-text.ts';
import classes from './metadata-editor.module.css';
import { type MetadataRow, storedValue, takesAttribute } from './metadata-grid.ts';
import { useAttributeLabels } from './use-cell-words.ts';
import type { MetadataGrid } from './use-metadata-grid.ts';

/** All about the cell in focus: what it takes, what held before, where it lies, what it moves. */
export function CellFacts({ grid }: { grid: MetadataGrid }) {
  const { formatMessage, formatNumber } = useIntl();
  const serverText = useServerText();
  const { nameOf, show } = useAttributeLabels();
  const { rows, attributes, cells, draftOf } = grid;
  const [row, attribute] = [rows[cells.range.to.row], attributes[cells.range.to.column]];
  if (!row || !attribute) return null;
  const { name, unit, min, max, assumed } = attribute;
  const draft = draftOf(row, name);
  const withUnit = (text: string): string => (unit ? `${text}\u202f${unit}` : text);
  if (!takesAttribute(attribute, row.type))
    return (
      <div className={classes.facts}>
        <h3>{nameOf(name)}</h3>
        <p>{formatMessage({ id: 'Metadata_NotTaken' })}</p>
      </div>
    );
  return (
    <div className={classes.facts}>
      <h3>{nameOf(name)}</h3>
      <p className={classes.second}>{[row.path, row.name].filter(Boolean).join(' / ')}</p>
      {draft?.problem && <p role="status">{serverText(draft.problem.message, draft.problem.values)}</p>}
      {min !== undefined && max !== undefined && (
        <p>{formatMessage({ id: 'Metadata_Bounds' }, { min: formatNumber(min), max: withUnit(formatNumber(max)) })}</p>
      )}
      {assumed !== undefined && storedValue(row, name) === null && (
        <p>{formatMessage({ id: 'Metadata_Assumed' }, { value: withUnit(show(attribute, assumed)) })}</p>
      )}
      {(name === 'latitude' || name === 'longitude') && <DeviceMap grid={grid} row={row} />}
      {name === 'timezone' && row.type === 'Site' && <ZoneEffect isChanged={draft !== undefined} />}
      <History row={row} name={name} showValue={(value) => withUnit(show(attribute, value)) || '—'} />
    </div>
  );
}

/** Where the device lies among the devices of the table, before and after the change. */
function DeviceMap({ grid: { rows, draftOf }, row }: { grid: MetadataGrid; row: MetadataRow }) {
  const { formatMessage, formatNumber } = useIntl();
  const drafted = (name: string): number | undefined => {
    const value = draftOf(row, name)?.value;
    return typeof value === 'number' ? value : undefined;
  };
  const before = pointOf(row);
  const [latitude, longitude] = [drafted('latitude') ?? before?.latitude, drafted('longitude') ?? before?.longitude];
  if (latitude === undefined || longitude === undefined)
    return <p className={classes.second}>{formatMessage({ id: 'Metadata_Map_None' })}</p>;
  const degrees = (value: number): string => formatNumber(value, { maximumFractionDigits: 5 });
  return (
    <PointMap
      label={formatMessage({ id: 'Metadata_Map_Label' }, { name: row.name, latitude: degrees(latitude), longitude: degrees(longitude) })}
      point={{ latitude, longitude }}
      before={before}
      others={rows.filter((other) => other !== row).flatMap((other) => pointOf(other) ?? [])}
      caption={(km) => formatMessage({ id: 'Metadata_Map_Scale' }, { km: formatNumber(km, { maximumSignificantDigits: 2 }) })}
    />
  );
}

function pointOf(row: MetadataRow): { latitude: number; longitude: number } | undefined {
  const [latitude, longitude] = [storedValue(row, 'latitude'), storedValue(row, 'longitude')];
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

/** A site's calendar decides what its days are: everything that is kept by days is made again. */
function ZoneEffect({ isChanged }: { isChanged: boolean }) {
  const { formatMessage } = useIntl();
  return (
    <div className={classes.effect} data-changed={isChanged || undefined}>
      <strong>{formatMessage({ id: 'Metadata_Zone_Title' })}</strong>
      <ul>
        {(['days', 'sums', 'availability', 'contracts'] as const).map((what) => (
          <li key={what}>{formatMessage({ id: `Metadata_Zone_${what}` })}</li>
        ))}
      </ul>
      <p className={classes.second}>{formatMessage({ id: 'Metadata_Zone_Stays' })}</p>
    </div>
  );
}

type HistoryValue = Parameters<ReturnType<typeof useAttributeLabels>['show']>[1];

function History({ row, name, showValue }: { row: MetadataRow; name: string; showValue: (value: HistoryValue) => string }) {
  const { formatMessage, formatDate } = useIntl();
  const entries = row.values.get(name)?.history ?? [];
  const isSiteField = row.type === 'Site' && Object.hasOwn(siteMetadataSchema.shape, name);
  const dayText = (date: string): string => formatDate(`${date}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <section>
      <h4>{formatMessage({ id: 'Metadata_History' })}</h4>
      {entries.length === 0 ? (
        <p className={classes.second}>{formatMessage({ id: isSiteField ? 'Metadata_History_Undated' : 'Metadata_History_None' })}</p>
      ) : (
        <HistoryList
          name={formatMessage({ id: 'Metadata_History' })}
          entries={entries.toReversed().map(({ value, validFrom, changedBy, changedAtMs }) => ({
            id: `${validFrom ?? ''} ${changedAtMs}`,
            title: showValue(value),
            who: changedBy,
            when: formatDate(changedAtMs, { dateStyle: 'medium' }),
            dateTime: new Date(changedAtMs).toISOString(),
            note:
              validFrom === null
                ? formatMessage({ id: 'Metadata_SinceEver' })
                : formatMessage({ id: 'Metadata_From' }, { date: dayText(validFrom) }),
          }))}
        />
      )}
    </section>
  );
}

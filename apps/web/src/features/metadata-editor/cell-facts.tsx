import { siteMetadataSchema } from '@solvane/contract/fleet';
import { useIntl } from 'react-intl';
import { useServerText } from '../../shared/text/use-server-text.ts';
import { CoordinateMap } from './coordinate-map.tsx';
import classes from './metadata-editor.module.css';
import { type GridRow, storedValue, takesAttribute } from './metadata-grid.ts';
import { useAttributeLabels } from './use-cell-words.ts';
import type { Grid } from './use-grid.ts';

/** All about the cell in focus: what it takes, what held before, where it lies, what it moves. */
export function CellFacts({ grid }: { grid: Grid }) {
  const { formatMessage, formatNumber } = useIntl();
  const serverText = useServerText();
  const { nameOf, show } = useAttributeLabels();
  const { rows, columns, range } = grid;
  const [row, attribute] = [rows[range.to.row], columns[range.to.column]];
  if (!row || !attribute) return null;
  const { name, unit, min, max, assumed } = attribute;
  const draft = grid.viewOf(range.to).draft;
  const withUnit = (text: string): string => (unit ? `${text}\u202f${unit}` : text);
  const isCoordinate = name === 'latitude' || name === 'longitude';
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
      <p className={classes.second}>{`${row.path === '' ? '' : `${row.path} / `}${row.name}`}</p>
      {draft?.problem && (
        <p className={classes.problem} role="status">
          {serverText(draft.problem.message, draft.problem.values)}
        </p>
      )}
      {min !== undefined && max !== undefined && (
        <p>{formatMessage({ id: 'Metadata_Bounds' }, { min: formatNumber(min), max: withUnit(formatNumber(max)) })}</p>
      )}
      {assumed !== undefined && storedValue(row, name) === null && (
        <p>{formatMessage({ id: 'Metadata_Assumed' }, { value: withUnit(show(attribute, assumed)) })}</p>
      )}
      {isCoordinate && <CoordinateMap rows={rows} row={row} grid={grid} />}
      {name === 'timezone' && row.type === 'Site' && <ZoneEffect isChanged={draft !== undefined} />}
      <History row={row} name={name} showValue={(value) => withUnit(show(attribute, value)) || '—'} />
    </div>
  );
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

function History({ row, name, showValue }: { row: GridRow; name: string; showValue: (value: HistoryValue) => string }) {
  const { formatMessage, formatDate } = useIntl();
  const entries = row.values.get(name)?.history ?? [];
  const isSiteField = row.type === 'Site' && Object.hasOwn(siteMetadataSchema.shape, name);
  return (
    <section>
      <h4>{formatMessage({ id: 'Metadata_History' })}</h4>
      {entries.length === 0 ? (
        <p className={classes.second}>{formatMessage({ id: isSiteField ? 'Metadata_History_Undated' : 'Metadata_History_None' })}</p>
      ) : (
        <ol className={classes.history}>
          {entries.toReversed().map((entry) => (
            <li key={`${entry.validFrom ?? ''} ${entry.changedAtMs}`}>
              <strong>{showValue(entry.value)}</strong>
              <span>
                {entry.validFrom === null
                  ? formatMessage({ id: 'Metadata_SinceEver' })
                  : formatMessage(
                      { id: 'Metadata_From' },
                      { date: formatDate(`${entry.validFrom}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' }) },
                    )}
              </span>
              <small>
                {entry.changedBy} · {formatDate(entry.changedAtMs, { dateStyle: 'medium' })}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

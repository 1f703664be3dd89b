import type { UploadedSheet, UploadFinding } from '@solvane/contract/uploads/uploads';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { SelectField } from '../../shared/fields/select-field.tsx';
import { StateMessage } from '../../shared/states/state-message.tsx';
import classes from './uploads.module.css';
import { useFindingText } from './use-finding-text.ts';

interface FindingsListProps {
  findings: readonly UploadFinding[];
  sheets: readonly UploadedSheet[];
  chosen: UploadFinding | undefined;
  onChoose: (finding: UploadFinding) => void;
}

const LINE_PX = 44;
type Level = UploadFinding['level'];

/** Errors first, then warnings; each leads to its cell. */
export function FindingsList({ findings, sheets, chosen, onChoose }: FindingsListProps) {
  const { formatMessage, formatNumber } = useIntl();
  const [hidden, setHidden] = useState<ReadonlySet<Level>>(new Set());
  const [sheet, setSheet] = useState<string | null>(null);
  const shown = findings.filter((finding) => !hidden.has(finding.level) && (sheet === null || finding.sheet === sheet));
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length;
  const list = useRef<HTMLUListElement>(null);
  const lines = useVirtualizer({ count: shown.length, getScrollElement: () => list.current, estimateSize: () => LINE_PX, overscan: 10 });
  if (findings.length === 0)
    return (
      <div className={classes.findings}>
        <StateMessage icon={<IconCircleCheck />} tone="ok" title={formatMessage({ id: 'Upload_Findings_None' })} />
      </div>
    );
  const toggle = (level: Level): void =>
    setHidden(hidden.has(level) ? hidden.difference(new Set([level])) : hidden.union(new Set([level])));
  return (
    <section className={classes.findings} aria-label={formatMessage({ id: 'Upload_Findings' })}>
      <div className={classes.findingsHead}>
        <h3>
          {formatMessage({ id: 'Upload_Findings' })} <span>{formatNumber(findings.length)}</span>
        </h3>
        <div className={classes.chips}>
          {(['error', 'warning'] as const).map((level) => (
            <button key={level} type="button" className={classes.chip} aria-pressed={!hidden.has(level)} onClick={() => toggle(level)}>
              <LevelIcon level={level} />
              {formatMessage({ id: `Upload_${level === 'error' ? 'Errors' : 'Warnings'}` })} {formatNumber(count(level))}
            </button>
          ))}
          {sheets.length > 1 && (
            <SelectField
              label={formatMessage({ id: 'Upload_Sheets' })}
              isLabelHidden
              size="small"
              isClearable
              placeholder={formatMessage({ id: 'Upload_Sheets_All' })}
              value={sheet}
              options={sheets.map(({ name }) => ({ value: name, label: name }))}
              onChange={setSheet}
            />
          )}
        </div>
      </div>
      <ul ref={list} className={classes.lines}>
        <li aria-hidden="true" style={{ blockSize: lines.getTotalSize() }} />
        {lines.getVirtualItems().map(({ index, start, key }) => {
          const finding = shown[index];
          return (
            finding && (
              <li key={key} className={classes.line} style={{ transform: `translateY(${start}px)`, blockSize: LINE_PX }}>
                <FindingLine finding={finding} isChosen={finding === chosen} onChoose={() => onChoose(finding)} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

function FindingLine({ finding, isChosen, onChoose }: { finding: UploadFinding; isChosen: boolean; onChoose: () => void }) {
  const { formatMessage } = useIntl();
  const { what, how } = useFindingText();
  const { sheet, row, rows } = finding;
  const place =
    rows > 1 ? formatMessage({ id: 'Upload_Finding_Rows' }, { sheet, rows }) : formatMessage({ id: 'Upload_Finding_Row' }, { sheet, row });
  return (
    <button type="button" className={classes.finding} aria-current={isChosen || undefined} onClick={onChoose}>
      <LevelIcon level={finding.level} />
      <span className={classes.findingWhat}>{what(finding)}</span>
      <span className={classes.findingHow}>{how(finding)}</span>
      {sheet !== null && row !== null && <span className={classes.findingPlace}>{place}</span>}
    </button>
  );
}

export function LevelIcon({ level }: { level: Level }) {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: `Upload_Level_${level}` });
  return level === 'error' ? (
    <IconAlertCircle className={classes.errorIcon} size={15} role="img" aria-label={label} />
  ) : (
    <IconAlertTriangle className={classes.warningIcon} size={15} role="img" aria-label={label} />
  );
}

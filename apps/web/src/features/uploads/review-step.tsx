import type { Upload, UploadFinding } from '@solvane/contract/uploads/uploads';
import { Tabs } from '@solvane/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useShortcut } from '../../shared/keys/use-shortcut.ts';
import { QueryView } from '../../shared/states/query-view.tsx';
import { FindingsList } from './findings-list.tsx';
import { SheetTable } from './sheet-table.tsx';
import { UploadFacts } from './upload-facts.tsx';
import classes from './uploads.module.css';
import { uploadFindingsQuery } from './uploads.queries.ts';

/** What is wrong, beside the rows with the marked cells: errors block the import, warnings do not. */
export function ReviewStep({ upload }: { upload: Upload }) {
  const { formatMessage } = useIntl();
  const query = useQuery({ ...uploadFindingsQuery(upload.id), enabled: upload.state !== 'validating' });
  const [chosen, setChosen] = useState<UploadFinding>();
  const [sheet, setSheet] = useState<string>();
  const findings = query.data ?? [];
  const choose = (finding: UploadFinding): void => {
    setChosen(finding);
    if (finding.sheet !== null) setSheet(finding.sheet);
  };
  const errors = findings.filter(({ level }) => level === 'error');
  const step = (by: 1 | -1): void => {
    // From a warning, or from nothing, the first error is next.
    const at = chosen ? errors.indexOf(chosen) : -1;
    const next = errors[(at + by + errors.length) % errors.length];
    if (next) choose(next);
  };
  useShortcut('n', () => step(1), 'Upload_NextError');
  useShortcut('p', () => step(-1), 'Upload_PreviousError');
  const shown = upload.sheets.find(({ name }) => name === sheet) ?? upload.sheets[0];
  return (
    <div className={classes.review}>
      <QueryView query={query} empty={undefined}>
        {(items) => <FindingsList findings={items} chosen={chosen} sheets={upload.sheets} onChoose={choose} />}
      </QueryView>
      <div className={classes.sheets}>
        {shown && (
          <Tabs
            label={formatMessage({ id: 'Upload_Sheets' })}
            value={shown.name}
            onChange={setSheet}
            isBare
            tabs={upload.sheets.map((each) => ({
              name: each.name,
              label: each.name,
              count: formatMessage(
                { id: each.errors + each.warnings > 0 ? 'Upload_Sheet_Counts' : 'Upload_Sheet_Rows' },
                { rows: each.rows, errors: each.errors, warnings: each.warnings },
              ),
              content: () => (
                <SheetTable
                  key={each.name}
                  upload={upload}
                  sheet={each}
                  chosen={chosen?.sheet === each.name ? chosen : undefined}
                  onNext={() => step(1)}
                />
              ),
            }))}
          />
        )}
        <UploadFacts upload={upload} />
      </div>
    </div>
  );
}

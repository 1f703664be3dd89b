import { useState } from 'react';
import { StepWizard } from '../../shared/controls/step-wizard.tsx';
import { FileDrop } from '../../shared/files/file-drop.tsx';
import classes from './gallery.module.css';
import { Part } from './part.tsx';

const FILES = [
  { id: '1', name: 'north-2025.csv', sizeBytes: 18_400_000, state: 'busy', progress: 0.62 },
  { id: '2', name: 'south-2025.parquet', sizeBytes: 4_120_000, state: 'done', message: '35 040 rows' },
  { id: '3', name: 'drawing.dwg', sizeBytes: 910_000, state: 'refused', message: 'This type of file cannot be read.' },
  { id: '4', name: 'west-2025.csv', sizeBytes: 2_300, state: 'refused', message: 'The network failed.', canRetry: true },
] as const;

const NAMES = ['upload', 'columns', 'import'] as const;
const nothing = (): void => undefined;

/** Files on their way, and steps in order. */
export function FlowParts() {
  const [step, setStep] = useState<(typeof NAMES)[number]>('columns');
  return (
    <>
      <Part name="FileDrop" isWide>
        <div className={classes.wide}>
          <FileDrop
            label="Measured data"
            help="CSV or Parquet, up to 20 MB"
            accept=".csv,.parquet"
            isMultiple
            files={FILES}
            onFiles={nothing}
            onCancel={nothing}
            onRetry={nothing}
            onRemove={nothing}
          />
        </div>
      </Part>
      <Part name="StepWizard" isWide>
        <div className={classes.wide}>
          <StepWizard
            label="StepWizard"
            value={step}
            onChange={setStep}
            steps={NAMES.map((name) => ({
              name,
              title: name,
              isDone: name === 'upload',
              problem: name === 'columns' ? 'Choose a signal for each column.' : undefined,
              content: () => name,
            }))}
          />
        </div>
      </Part>
    </>
  );
}

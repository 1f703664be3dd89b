import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Problem, ProblemBox } from './problem-box.tsx';
import classes from './save-bar.module.css';

/** Texts of every save bar. */
export interface SaveBarLabels {
  /** Name of the group. */
  name: string;
  changes: (count: number) => string;
  problems: (count: number) => string;
  save: string;
  discard: string;
}

export interface SaveBarProps {
  labels: SaveBarLabels;
  /** None: the bar is not there, unless something is under way or failed. */
  changeCount: number;
  /** Which changes, in short. */
  detail?: ReactNode;
  /** What saving causes, as the number of days that are recalculated. */
  effect?: ReactNode;
  /** Another text than `labels.save`, as `Save version 8`. */
  saveLabel?: string | undefined;
  /** What has to be corrected before it can be saved; saving is off meanwhile. */
  problems?: readonly Problem[];
  /** The last attempt failed: why, and what to do. */
  failure?: ReactNode;
  isSaving?: boolean;
  isDisabled?: boolean;
  /** Of work that follows the save, 0 to 1; null: under way, and the end is not known. */
  progress?: number | null | undefined;
  /** Beside the progress. */
  progressText?: ReactNode;
  /** Before the buttons. */
  actions?: ReactNode;
  onSave: () => void;
  onDiscard: () => void;
}

/** At the foot of a page that is edited: how much is not saved, what saving causes, and the way to do it or not. */
export function SaveBar({ labels, changeCount, problems = [], isSaving = false, isDisabled = false, ...props }: SaveBarProps) {
  const { detail, effect, saveLabel, failure, progress, progressText, actions, onSave, onDiscard } = props;
  const hasProgress = progress !== undefined;
  if (changeCount === 0 && !hasProgress && !failure && !isSaving) return null;
  return (
    <fieldset className={classes.bar} aria-label={labels.name}>
      {problems.length > 0 && <ProblemBox title={labels.problems(problems.length)} problems={problems} />}
      {failure}
      {hasProgress && (
        <div className={classes.progress}>
          <span role="status">{progressText}</span>
          <Progress value={progress === null ? 100 : progress * 100} animated={progress === null} size={4} aria-label={labels.name} />
        </div>
      )}
      {changeCount > 0 && (
        <div className={classes.row}>
          <p className={classes.changes} role="status">
            <span className={classes.dot} />
            <b>{labels.changes(changeCount)}</b>
            {detail !== undefined && <span className={classes.quiet}>{detail}</span>}
          </p>
          {effect !== undefined && <p className={classes.effect}>{effect}</p>}
          <div className={classes.buttons}>
            {actions}
            <Button variant="default" disabled={isSaving} onClick={onDiscard}>
              {labels.discard}
            </Button>
            <Button loading={isSaving} disabled={isDisabled || problems.length > 0} onClick={onSave}>
              {saveLabel ?? labels.save}
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  );
}

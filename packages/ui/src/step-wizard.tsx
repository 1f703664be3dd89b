import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Activity, type ReactNode, useEffect, useRef, useState } from 'react';
import { ProblemBox } from './problem-box.tsx';
import classes from './step-wizard.module.css';

/** Texts of every step wizard. */
export interface StepWizardLabels {
  /** Name of the list of steps. */
  name: string;
  back: string;
  next: string;
  /** Read out with a step that is done. */
  done: string;
  /** `Step 2 of 3`. */
  position: (number: number, count: number) => string;
}

export interface Step<Name extends string = string> {
  name: Name;
  title: string;
  isDone?: boolean;
  /** Why the next step cannot begin yet; undefined: it can. Shown when "next" is pressed. */
  problem?: string | undefined;
  content: () => ReactNode;
}

interface StepWizardProps<Name extends string> {
  labels: StepWizardLabels;
  steps: readonly Step<Name>[];
  /** Owned by the address, so that a link leads to the step. */
  value: Name;
  onChange: (name: Name) => void;
  /** Takes the whole width, as a step with a table needs. Default: as wide as a form is read well. */
  isWide?: boolean;
  /** In the position of "next" on the last step. */
  finish?: ReactNode;
}

/** On a phone, the title of the present step fits beside the numbers of so many. */
const MOST_NAMED = 4;

/** Steps in order. What was entered in a step stays while another one is shown; a step opens once those before it have no problem. */
export function StepWizard<Name extends string>({ labels, steps, value, onChange, isWide = false, finish }: StepWizardProps<Name>) {
  const at = Math.max(
    0,
    steps.findIndex(({ name }) => name === value),
  );
  const current = steps[at];
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  // After a move the reader begins at the new step. The focus belongs to the document, not to React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves with the step
  useEffect(() => {
    if (moved.current) title.current?.focus();
  }, [value]);
  if (!current) return null;
  if (!shown.has(current.name)) setShown(new Set([...shown, current.name]));
  const go = (index: number): void => {
    const step = steps[index];
    if (!step) return;
    const blocking = steps.slice(0, index).find(({ problem }) => problem !== undefined);
    setRefused(blocking && index > at ? blocking.problem : undefined);
    if (blocking && index > at) return;
    moved.current = true;
    onChange(step.name);
  };
  return (
    <div className={classes.wizard} data-wide={isWide || undefined}>
      <nav aria-label={labels.name}>
        <ol className={classes.steps} data-many={steps.length > MOST_NAMED || undefined}>
          {steps.map(({ name, title: text, isDone = false }, index) => (
            <li key={name} data-done={isDone || undefined}>
              <button type="button" className={classes.step} aria-current={index === at ? 'step' : undefined} onClick={() => go(index)}>
                <span className={classes.ring} aria-hidden="true">
                  {isDone && index !== at ? <IconCheck /> : index + 1}
                </span>
                <span>{text}</span>
                {isDone && <span className={classes.unseen}> {labels.done}</span>}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <section aria-labelledby={`step-${current.name}`} className={classes.body}>
        <p className={classes.position}>{labels.position(at + 1, steps.length)}</p>
        <h2 ref={title} id={`step-${current.name}`} tabIndex={-1} className={classes.title}>
          {current.title}
        </h2>
        {steps
          .filter(({ name }) => name === current.name || shown.has(name))
          .map(({ name, content }) => (
            <Activity key={name} mode={name === current.name ? 'visible' : 'hidden'}>
              <div className={classes.content}>{content()}</div>
            </Activity>
          ))}
        {refused !== undefined && <ProblemBox title={refused} />}
      </section>
      <div className={classes.foot}>
        {at > 0 && (
          <Button variant="default" onClick={() => go(at - 1)}>
            {labels.back}
          </Button>
        )}
        {at < steps.length - 1 ? <Button onClick={() => go(at + 1)}>{labels.next}</Button> : finish}
      </div>
    </div>
  );
}

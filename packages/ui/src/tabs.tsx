import { Tabs as MantineTabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './tabs.module.css';

export interface Tab<Name extends string = string> {
  name: Name;
  label: string;
  /** How many things are behind it, as text; read out after the label. */
  count?: string | undefined;
  icon?: ReactNode;
  isDisabled?: boolean;
  /** What was typed there stays while another tab is shown. Default: a tab starts fresh each time. */
  isKept?: boolean;
  /** Called once the tab was shown for the first time. */
  content: () => ReactNode;
}

interface TabsProps<Name extends string> {
  /** Name of the row of tabs. */
  label: string;
  tabs: readonly Tab<Name>[];
  value: Name;
  onChange: (name: Name) => void;
  /** The content brings its own spacing and fills the height, as a table. */
  isBare?: boolean;
}

/** Views of one thing. Arrow keys, Home and End move between the tabs; they wrap where the panel is narrow, and scroll on a phone. */
export function Tabs<Name extends string>({ label, tabs, value, onChange, isBare = false }: TabsProps<Name>) {
  const [shown, setShown] = useState<ReadonlySet<Name>>(new Set([value]));
  if (!shown.has(value)) setShown(new Set([...shown, value]));
  const list = useRef<HTMLDivElement>(null);
  // Where the row scrolls, the tab that is shown is in view. Scrolling belongs to the document, not to React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves with the tab
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - list.current.clientWidth / 2;
  }, [value]);
  const change = (name: string | null): void => {
    const tab = tabs.find((each) => each.name === name);
    if (tab) onChange(tab.name);
  };
  return (
    <MantineTabs className={isBare ? classes.bare : undefined} value={value} onChange={change}>
      <MantineTabs.List ref={list} className={classes.list} aria-label={label}>
        {tabs.map(({ name, label: text, count, icon, isDisabled = false }) => (
          <MantineTabs.Tab key={name} value={name} leftSection={icon} disabled={isDisabled}>
            {text}
            {count !== undefined && ' '}
            {count !== undefined && <span className={classes.count}>{count}</span>}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map(({ name, content, isKept = false }) => (
        <MantineTabs.Panel key={name} value={name} className={isBare ? classes.bare : classes.panel}>
          {(name === value || (isKept && shown.has(name))) && content()}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}

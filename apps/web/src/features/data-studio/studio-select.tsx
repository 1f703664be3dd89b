import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

interface StudioSelectProps<Value extends string> {
  /** What is chosen here, for those who listen. */
  label: string;
  /** What the button says: the choice in force. */
  text: string;
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChange: (value: Value) => void;
}

/** A choice among a few, as a button that says the choice in force. */
export function StudioSelect<Value extends string>({ label, text, value, options, onChange }: StudioSelectProps<Value>) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="sm" aria-label={`${label}: ${text}`} rightSection={<IconChevronDown size={15} stroke={1.6} />}>
          {text}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? value)}>
          {options.map((option) => (
            <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
              {option.text}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

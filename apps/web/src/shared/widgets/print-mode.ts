import { createStore, useSelector } from '@tanstack/react-store';

const printing = createStore({ isOn: false });

/** Whether the page is being made ready for paper: then every widget loads, also those out of sight. */
export function usePrintMode(): boolean {
  return useSelector(printing, ({ isOn }) => isOn);
}

export function setPrintMode(isOn: boolean): void {
  printing.setState(() => ({ isOn }));
}

import { fleetPowerOptionalQueries, fleetPowerQueries, fleetPowerSettings } from '@solvane/contract/widgets/fleet-power';
import { lazy } from 'react';
import { defineWidget } from '../../shared/widgets/define-widget.ts';
import { fleetPowerState, fleetPowerTable } from './fleet-power.ts';
import { FleetPowerHead } from './fleet-power-head.tsx';

export const fleetPowerWidget = defineWidget({
  settings: fleetPowerSettings,
  permission: 'PageDataStudio',
  catalogue: { name: 'Widget_Type_fleetPower', about: 'Widget_About_fleetPower' },
  size: { least: [3, 4], initial: [6, 7], phone: 6 },
  frame: 'panel',
  selection: (_settings, { powerDeviceIds }) => ({ signals: ['ActivePower||Raw'], devices: powerDeviceIds }),
  title: () => 'Home_Power',
  queries: fleetPowerQueries,
  optionalQueries: fleetPowerOptionalQueries,
  // Charts come when they are needed: Home is the first page of a visit.
  View: lazy(() => import('./fleet-power-view.tsx')),
  state: fleetPowerState,
  table: fleetPowerTable,
  Head: FleetPowerHead,
});

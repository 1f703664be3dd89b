import type { Check, Checks } from './check.ts';
import { LABELLED, NEVADA, RDTOOLS, SIMULATED_FLEET, SINGLE_INVERTERS, WORK_ORDERS } from './pv-plants.ts';
import { PVLIB_VECTORS } from './pvlib-vectors.ts';
import { PVLIB_TABLES } from './solar-models.ts';
import {
  DICTIONARIES,
  DSWE,
  GE15,
  HILL_OF_TOWIE,
  HORNSDALE,
  KELMARSH_HOURLY,
  KELMARSH_STATUS,
  LA_HAUTE_BORNE,
  MAINTENANCE_TEXT,
} from './wind-plants.ts';

const NONE: Checks = {};

/** Checks of public sets that no recipe can state, by name of the set. */
const BY_SET: Readonly<Record<string, Checks>> = {
  pv_doe_rtc_nevada: NEVADA,
  pv_fleet_measured_vs_simulated: SIMULATED_FLEET,
  pv_inverters_solardatatools: SINGLE_INVERTERS,
  pv_labelled_pvanalytics: LABELLED,
  pv_om_tickets_pvops: WORK_ORDERS,
  pv_rdtools_reference: RDTOOLS,
  pv_reference_tables_pvlib: PVLIB_TABLES,
  pv_vectors_pvlib: PVLIB_VECTORS,
  signal_dictionaries: DICTIONARIES,
  wind_dswe_six_turbines: DSWE,
  wind_hill_of_towie_status: HILL_OF_TOWIE,
  wind_kelmarsh_2018_hourly: KELMARSH_HOURLY,
  wind_kelmarsh_status_2016: KELMARSH_STATUS,
  wind_la_haute_borne_reference: LA_HAUTE_BORNE,
  wind_maintenance_log_text: MAINTENANCE_TEXT,
  wind_market_hornsdale_aemo: HORNSDALE,
  wind_nrel_ge15: GE15,
};

export function checksOf(set: string): (id: string) => Check | undefined {
  const checks = BY_SET[set] ?? NONE;
  return (id) => checks[id];
}

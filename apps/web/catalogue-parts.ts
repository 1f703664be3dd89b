import { readFileSync } from 'node:fs';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

/** What the shell and Home say. Every other text comes with the first touch of a key or the pointer, or with the first screen that needs it. */
const FIRST = [
  'Account',
  'App',
  'Assistant',
  'Attribute_country',
  'Availability_Reason',
  'Bell',
  'BottomBar',
  'Chart',
  'Common',
  'Chart_Keys',
  'Chart_Line_Show',
  'Chart_Table_Time',
  'DevicePanel',
  'ElectricalWarning',
  'EnergyType',
  'Enterprises',
  'EventLosses_LeftOut',
  'EventLosses_Unpriced_Help',
  'EventType',
  'Expectation',
  'Help_Label',
  'Home',
  'KeyMetric',
  'KpiTable_Column_Data',
  'KpiTable_Sum',
  'LegacyTools_Label',
  'MetricReason',
  'Metric_availability_Technical_time',
  'Metric_energy',
  'NoValue',
  'Notices',
  'Page',
  'Panel',
  'Period',
  'QualityMethod',
  'Refresh',
  'Route',
  'SegmentType',
  'Share',
  'Shell',
  'Shortcut',
  'SidePanel',
  'SiteMetadata',
  'SiteWarning',
  'System',
  'SystemCode',
  'Table',
  'Widget',
  '_No_Devices',
  // What the power of the fleet is read from, and what most warnings of sites are about.
  'Signal_ActiveEnergy',
  'Signal_ActivePower',
  'Signal_AmbientTemperature',
  'Signal_IrradianceGHI',
  'Signal_IrradiancePOA',
  'Signal_ModuleTemperature',
  'Signal_NacelleWindSpeed',
  'Signal_StateOfCharge',
  'Signal_WindSpeed',
];

/** Of those, what only forms, menus, the editor and lists of what can be chosen say. */
const LATER = [
  'Common_Validation',
  'DevicePanel_Menu',
  'KeyMetric_Direction',
  'KeyMetric_GroupBy',
  'KeyMetric_MoreGroups',
  'KeyMetric_Sparkline',
  'Table_DownloadCsv',
  'Widget_About',
  'Widget_Cost',
  'Widget_Form',
  'Widget_Link',
  'Widget_List',
  'Widget_Rule',
  'Widget_Text',
  'Widget_Threshold',
  'Widget_Title',
  'Widget_Type',
  'Widget_Validation',
];

const PART = /^(?<file>.*\.json)\?part=(?<part>first|other)$/;
const PARSER = '@formatjs/icu-messageformat-parser';
const NO_PARSER = '\0no-parser';
/** What makes a message more than its own text. */
const SYNTAX = /[{}<>'#]/;

/**
 * `catalogue.json?part=first` and `?part=other`: one catalogue in two files, so that the first screen does not wait for the words of all screens.
 * Built, messages with values come parsed: the parser is 8 KB of the first screen, parsed messages are 1 KB more of it.
 */
export function catalogueParts(): Plugin {
  let isBuilt = false;
  return {
    name: 'catalogue-parts',
    enforce: 'pre',
    configResolved({ command }) {
      isBuilt = command === 'build';
    },
    resolveId: (source) => (isBuilt && source === PARSER ? NO_PARSER : undefined),
    load(id) {
      // A message that is still a text here is one without values.
      if (id === NO_PARSER) return `export * from '${PARSER}/no-parser.js';\nexport const parse = (value) => [{ type: 0, value }];`;
      const { file, part } = PART.exec(id)?.groups ?? {};
      if (!file) return undefined;
      this.addWatchFile(file);
      const messages: [string, string][] = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
      const wanted = messages.filter(([key]) => isFirst(key) === (part === 'first'));
      const built = wanted.map(([key, text]) => [key, isBuilt && SYNTAX.test(text) ? parse(text, { captureLocation: false }) : text]);
      return { code: `export default ${JSON.stringify(Object.fromEntries(built))}`, moduleType: 'js' };
    },
  };
}

/** Whether a text comes with the first screen. */
export function isFirst(key: string): boolean {
  return isOf(key, FIRST) && !isOf(key, LATER);
}

function isOf(key: string, groups: readonly string[]): boolean {
  return groups.some((words) => key === words || key.startsWith(`${words}_`));
}

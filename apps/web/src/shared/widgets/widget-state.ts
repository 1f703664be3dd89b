import { ageText } from '../time/age-text.ts';
import type { WidgetText } from './widget-table.ts';

/** What is to be known of data beside the data. */
export interface WidgetState {
  /** Devices or sites with data, of all of them, and names of those without. */
  partial?: { have: number; of: number; missing: readonly string[] } | undefined;
  /** Age of the newest data where they are late. [ms] */
  staleMs?: number | undefined;
  /** Days of sites that are not calculated. */
  missingDays?: number | undefined;
  /** When the data came, where the server cannot be reached. */
  offlineSinceMs?: number | undefined;
}

export interface StateWord {
  word: string;
  help: string;
  tone: 'warn' | 'quiet';
}

const MOST_NAMES = 10;

/** The one word for the state of data: what weighs more stands for what weighs less. undefined: nothing is to say */
export function stateWord(
  { partial, staleMs, missingDays = 0, offlineSinceMs }: WidgetState,
  { formatMessage, formatTime }: Pick<WidgetText['intl'], 'formatMessage' | 'formatTime'>,
): StateWord | undefined {
  if (offlineSinceMs !== undefined) {
    const time = formatTime(offlineSinceMs, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    return {
      word: formatMessage({ id: 'Widget_State_Offline' }),
      help: formatMessage({ id: 'Widget_State_Offline_Help' }, { time }),
      tone: 'warn',
    };
  }
  if (missingDays > 0) {
    const help = formatMessage({ id: 'Widget_State_Recalculating_Help' }, { days: missingDays });
    return { word: formatMessage({ id: 'Widget_State_Recalculating' }), help, tone: 'quiet' };
  }
  if (staleMs !== undefined) {
    const age = ageText(staleMs, formatMessage);
    return {
      word: formatMessage({ id: 'Widget_State_Stale' }, { age }),
      help: formatMessage({ id: 'Widget_State_Stale_Help' }, { age }),
      tone: 'warn',
    };
  }
  if (!partial || partial.have >= partial.of) return undefined;
  const { missing, ...counts } = partial;
  const names = [...missing.slice(0, MOST_NAMES), ...(missing.length > MOST_NAMES ? [`+${missing.length - MOST_NAMES}`] : [])].join(', ');
  const help = names === '' ? ('Widget_State_Partial_HelpCount' as const) : ('Widget_State_Partial_Help' as const);
  return { word: formatMessage({ id: 'Widget_State_Partial' }), help: formatMessage({ id: help }, { ...counts, names }), tone: 'quiet' };
}

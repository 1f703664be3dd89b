import { type SignalId, signalIdSchema } from '@solvane/contract/ids';
import type { SignalDefinition } from '@solvane/contract/signals';

/** Stages of one quantity that are worth seeing together: as it came, as it was judged, as it should have been. */
export const STAGES = ['Raw', 'Validated', 'Expected'] as const;
export type Stage = (typeof STAGES)[number];

export interface StageChoice {
  stage: Stage;
  isOn: boolean;
  /** Selection after this stage was switched. */
  next: SignalId[];
}

/** Stages that exist for the chosen quantities, with what switching each would choose. Fewer than two are no choice. */
export function stageChoices(chosen: readonly SignalId[], definitions: readonly SignalDefinition[]): StageChoice[] {
  const existing = new Set<string>(definitions.map(({ signalId }) => signalId));
  const apCodes = [...new Set(chosen.map(apCodeOf))];
  const choices = STAGES.flatMap((stage): StageChoice[] => {
    const signals = apCodes.map((apCode) => `${apCode}||${stage}`).filter((id) => existing.has(id));
    if (signals.length === 0) return [];
    const isOn = signals.some((id) => chosen.some((one) => one === id));
    const rest = chosen.filter((id) => !signals.includes(id));
    return [{ stage, isOn, next: isOn ? rest : [...rest, ...signals.map((id) => signalIdSchema.parse(id))] }];
  });
  return choices.length < 2 ? [] : choices;
}

function apCodeOf(signalId: SignalId): string {
  return signalId.split('||')[0] ?? signalId;
}

import type { ContractDetails } from '@solvane/contract/contracts';
import type { ItemDraft } from '../../shared/configuration/item-draft.ts';
import type { ContractItem } from './contract-draft.ts';

export type ContractDraft = ItemDraft<ContractItem, ContractDetails>;

export interface DraftPartProps {
  draft: ContractDraft;
  canEdit: boolean;
}

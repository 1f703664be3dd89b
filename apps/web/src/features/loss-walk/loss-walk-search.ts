/** Site and start of a walk. */
export interface LossWalkSearch {
  site?: string | undefined;
  start?: 'theoretical' | undefined;
}

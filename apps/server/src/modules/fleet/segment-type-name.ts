/** `PowerPlantController` → `Power plant controller`; `PCC` stays. Screens translate the code; this is for those that show it as it comes. */
export function segmentTypeName(segmentType: string): string {
  const words = segmentType.replace(/([a-z])([A-Z])/g, '$1 $2').split(' ');
  return words.map((word, index) => (index > 0 && /^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word)).join(' ');
}

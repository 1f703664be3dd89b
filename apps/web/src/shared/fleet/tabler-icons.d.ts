/** The parts of one icon; the package declares its components only. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  export const __iconNode: readonly (readonly [tag: 'path', attributes: { d: string }])[];
}

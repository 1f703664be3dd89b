import {
  ActionIcon,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Kbd,
  Menu,
  Popover,
  TextInput,
  Tooltip,
  type VariantColorResolverResult,
} from '@mantine/core';
import classes from './components.module.css';

const FLOATING = { shadow: 'md', radius: 'md', transitionProps: { duration: 120, transition: 'fade' } } as const;

const FIELD = {
  wrapper: classes.inputWrapper ?? '',
  input: classes.input ?? '',
  label: classes.label ?? '',
  description: classes.help ?? '',
  error: classes.error ?? '',
};
const LIST = { comboboxProps: FLOATING };
const OPTIONS = { dropdown: classes.floating ?? '', option: classes.menuItem ?? '' };

/** The component library in the product's tokens (`tokens.css`): sizes, type and variants; no colour is written here. */
export const theme = createTheme({
  fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.34', sm: '1.54', md: '1.43', lg: '1.5', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '8px' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  headings: { fontWeight: '600' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  activeClassName: '',
  variantColorResolver: ({ variant, color }) => variantColors(variant, color),
  // Modal, Tabs and the fields of forms are dressed without being imported: their code comes with the first screen that uses them.
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm' },
      classNames: { root: classes.button, section: classes.buttonSection },
      vars: (_theme, { size }) => ({
        root: {
          '--button-height': size === 'xs' ? 'var(--control-small)' : size === 'lg' ? '44px' : 'var(--control)',
          '--button-padding-x': size === 'xs' ? '8px' : '12px',
          '--button-fz': size === 'xs' ? '12px' : size === 'lg' ? '14px' : '13px',
        },
      }),
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', size: 'md' },
      classNames: { root: classes.actionIcon },
      vars: (_theme, { size }) => ({
        root: size === 'md' ? { '--ai-size': 'var(--control)' } : size === 'sm' ? { '--ai-size': 'var(--control-in-row)' } : {},
      }),
    }),
    TextInput: TextInput.extend({ classNames: FIELD }),
    // Help stands under the field it helps with.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      classNames: { label: FIELD.label, description: FIELD.description, error: FIELD.error },
    },
    Textarea: { defaultProps: { rows: 4 }, classNames: { ...FIELD, input: classes.textarea } },
    NumberInput: { classNames: FIELD },
    Select: { defaultProps: LIST, classNames: { ...FIELD, ...OPTIONS } },
    Autocomplete: { defaultProps: LIST, classNames: { ...FIELD, ...OPTIONS } },
    MultiSelect: { defaultProps: LIST, classNames: { ...FIELD, ...OPTIONS, input: classes.pills } },
    FileInput: { classNames: FIELD },
    NativeSelect: { classNames: FIELD },
    DateInput: { defaultProps: { popoverProps: FLOATING }, classNames: FIELD },
    Switch: { classNames: { track: classes.switchTrack, label: classes.checkLabel } },
    Checkbox: {
      classNames: {
        inner: classes.checkInner,
        input: classes.checkbox,
        label: classes.checkLabel,
        description: classes.help,
        error: classes.error,
      },
    },
    Menu: Menu.extend({
      defaultProps: { ...FLOATING, position: 'bottom-start', offset: 4, withinPortal: true },
      classNames: {
        dropdown: classes.floating,
        item: classes.menuItem,
        itemSection: classes.menuSection,
        label: classes.menuLabel,
        divider: classes.divider,
      },
    }),
    Popover: Popover.extend({ defaultProps: { ...FLOATING, offset: 4 }, classNames: { dropdown: classes.floating } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, closeDelay: 0, offset: 6, multiline: true, maw: 320, transitionProps: { duration: 0 } },
      classNames: { tooltip: classes.tooltip },
    }),
    Modal: {
      defaultProps: {
        size: 440,
        radius: 'lg',
        centered: true,
        padding: 16,
        shadow: 'md',
        overlayProps: { className: classes.scrim ?? '' },
        transitionProps: { duration: 150, transition: 'fade' },
      },
      classNames: { content: classes.modal, title: classes.modalTitle, header: classes.modalHeader },
    },
    Tabs: { classNames: { tab: classes.tab, list: classes.tabList } },
    Kbd: Kbd.extend({ classNames: { root: classes.kbd } }),
  },
});

/** Names of the library for what the tokens say. Its greys are used by every component that is not dressed by hand. */
export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--surface-1)',
    '--mantine-color-text': 'var(--text-1)',
    '--mantine-color-bright': 'var(--text-1)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--surface-1)',
    '--mantine-color-default-hover': 'var(--surface-2)',
    '--mantine-color-default-color': 'var(--text-1)',
    '--mantine-color-default-border': 'var(--border-strong)',
    '--mantine-color-disabled': 'var(--surface-2)',
    '--mantine-color-disabled-color': 'var(--text-3)',
    '--mantine-color-disabled-border': 'var(--border)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-light': 'var(--accent-soft)',
    '--mantine-primary-color-light-hover': 'var(--accent-soft)',
    '--mantine-primary-color-light-color': 'var(--accent)',
    '--mantine-primary-color-contrast': 'var(--on-accent)',
    '--mantine-color-blue-filled': 'var(--accent)',
    '--mantine-color-blue-light': 'var(--accent-soft)',
  };
  return {
    variables: {},
    light: { ...both, ...greys('gray', LIGHT_GREYS) },
    dark: { ...both, ...greys('dark', DARK_GREYS) },
  };
};

const LIGHT_GREYS = [
  'surface-2',
  'surface-2',
  'border',
  'border',
  'border-strong',
  'border-control',
  'text-3',
  'text-2',
  'text-1',
  'text-1',
];
const DARK_GREYS = [
  'text-1',
  'text-2',
  'text-3',
  'border-control',
  'border',
  'surface-2',
  'surface-1',
  'surface-1',
  'surface-0',
  'surface-0',
];

function greys(name: string, tokens: readonly string[]): Record<string, string> {
  return Object.fromEntries(tokens.map((token, step) => [`--mantine-color-${name}-${step}`, `var(--${token})`]));
}

const CLEAR = '1px solid transparent';

const QUIET: VariantColorResolverResult = { background: 'transparent', hover: 'var(--surface-2)', color: 'var(--text-2)', border: CLEAR };

/** Primary, secondary, soft, quiet. */
const VARIANTS: Record<string, VariantColorResolverResult> = {
  filled: { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)', border: CLEAR },
  default: { background: 'var(--surface-1)', hover: 'var(--surface-2)', color: 'var(--text-1)', border: '1px solid var(--border-strong)' },
  light: { background: 'var(--accent-soft)', hover: 'var(--accent-soft)', color: 'var(--accent)', border: CLEAR },
  subtle: QUIET,
};

/** The same for what destroys something. */
const DANGER_VARIANTS: Record<string, VariantColorResolverResult> = {
  filled: { background: 'var(--danger-fill)', hover: 'var(--danger)', color: 'var(--surface-1)', border: CLEAR },
  default: { background: 'var(--surface-1)', hover: 'var(--danger-soft)', color: 'var(--danger)', border: '1px solid var(--danger-fill)' },
  subtle: { background: 'transparent', hover: 'var(--danger-soft)', color: 'var(--danger)', border: CLEAR },
};

function variantColors(variant: string, color: string | undefined): VariantColorResolverResult {
  return (color === 'danger' ? DANGER_VARIANTS : VARIANTS)[variant] ?? QUIET;
}

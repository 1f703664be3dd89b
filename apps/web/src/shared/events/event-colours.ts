/** Token of the colour of each type of events, without dashes in front: for what is drawn on a canvas. */
export const EVENT_COLOUR_TOKENS: Readonly<Record<string, string>> = {
  Downtime: 'ev-downtime',
  Curtailment: 'ev-curtailment',
  Degraded: 'ev-degraded',
  'Communication Loss': 'ev-comm',
  Unknown: 'ev-unknown',
  Warning: 'ev-warning',
  Informational: 'ev-info',
};

/** Shape of each type where only text can be drawn; they resemble those of `EventMark`. */
export const EVENT_GLYPHS: Readonly<Record<string, string>> = {
  Downtime: '■',
  Curtailment: '▼',
  Degraded: '◐',
  'Communication Loss': '⊘',
  Unknown: '◇',
  Warning: '▲',
  Informational: '◉',
};

declare module '*.json?part=first' {
  const messages: Partial<import('@solvane/i18n/messages').Messages>;
  export default messages;
}

declare module '*.json?part=other' {
  const messages: Partial<import('@solvane/i18n/messages').Messages>;
  export default messages;
}

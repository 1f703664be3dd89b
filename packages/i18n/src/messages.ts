import type english from '../catalogs/en-US.json';

export type MessageKey = keyof typeof english;
export type Messages = Record<MessageKey, string>;
export type MessageValues = Record<string, string | number>;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageKey;
    }
  }
}

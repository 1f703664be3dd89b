export interface Person<Id extends string = string> {
  userId: Id;
  name: string;
}

/** The word after an `@` in which the caret stands. */
export interface OpenMention {
  /** Where its `@` stands. */
  from: number;
  /** What is written of the name so far. */
  written: string;
}

const LONGEST_NAME = 60;

/** Whether a user is being mentioned at the caret. */
export function openMention(text: string, caret: number): OpenMention | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST_NAME), caret);
  const at = before.lastIndexOf('@');
  if (at < 0) return undefined;
  const written = before.slice(at + 1);
  const isInWord = at > 0 && /[\p{L}\p{N}]/u.test(before[at - 1] ?? '');
  // Names have spaces, a sentence after a name has more of them.
  if (isInWord || /[\n@]/.test(written) || written.split(' ').length > 3) return undefined;
  return { from: caret - written.length - 1, written };
}

/** People whose name begins like what is written, or one of whose names does. */
export function peopleLike<P extends Person>(people: readonly P[], written: string): P[] {
  const wanted = written.trim().toLowerCase();
  return people.filter(({ name }) => {
    const lower = name.toLowerCase();
    return lower.startsWith(wanted) || lower.split(' ').some((part) => part.startsWith(wanted));
  });
}

/** The text with the name in place of what was written of it, and where the caret is then. */
export function withMention(text: string, { from, written }: OpenMention, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(from + 1 + written.length).replace(/^ /, ''), caret: before.length };
}

/** Who is named in a text. */
export function mentionedIn<Id extends string>(text: string, people: readonly Person<Id>[]): Id[] {
  const named = new Set(
    splitMentions(
      text,
      people.map(({ name }) => name),
    ).flatMap((part) => (part.isMention ? [part.text.slice(1)] : [])),
  );
  return people.filter(({ name }) => named.has(name)).map(({ userId }) => userId);
}

/** A text in parts; those that mention a user are marked. */
export function splitMentions(text: string, names: readonly string[]): { text: string; isMention: boolean }[] {
  const parts: { text: string; isMention: boolean }[] = [];
  // Of two names that begin alike the longer one is meant.
  const known = [...names].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  let plainFrom = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = known.find((each) => text.startsWith(each, at + 1));
    if (name === undefined || at < plainFrom) continue;
    if (at > plainFrom) parts.push({ text: text.slice(plainFrom, at), isMention: false });
    parts.push({ text: `@${name}`, isMention: true });
    plainFrom = at + 1 + name.length;
  }
  if (plainFrom < text.length) parts.push({ text: text.slice(plainFrom), isMention: false });
  return parts;
}

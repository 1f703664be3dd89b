/** One value of a configuration under the path of its field. */
export interface VersionField<Value> {
  path: readonly string[];
  value: Value;
}

export interface VersionDifference<Value> {
  path: string[];
  /** null: this version does not have the field. */
  before: Value | null;
  after: Value | null;
}

/**
 * Fields in which two versions differ, in the order of the first. Entries of lists are compared by their path: give a list entry the name of
 * what it is about, not its index, and moving an entry is no difference.
 */
export function compareVersions<Value>(
  before: readonly VersionField<Value>[],
  after: readonly VersionField<Value>[],
): VersionDifference<Value>[] {
  const [left, right] = [byPath(before), byPath(after)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [a, b] = [left.get(key), right.get(key)];
    const path = (a ?? b)?.path;
    const values = { before: a?.value ?? null, after: b?.value ?? null };
    return path === undefined || values.before === values.after ? [] : [{ path: [...path], ...values }];
  });
}

function byPath<Value>(fields: readonly VersionField<Value>[]): Map<string, VersionField<Value>> {
  return new Map(fields.map((field) => [field.path.join('\n'), field]));
}

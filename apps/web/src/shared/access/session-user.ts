import type { Profile } from '@solvane/contract/session';

export interface SessionUser {
  id: string;
  name: string;
  email: string;
  pictureUrl: string;
  enterpriseId: string;
  enterpriseName: string;
  /** The acting service provider; empty for everybody else. */
  agentId: string;
  isProvider: boolean;
  /** Provider staff who look at the product as a role sees it. */
  viewAs: { roleId: string; enterpriseId: string } | null;
}

export function toSessionUser(profile: Profile): SessionUser {
  const claims = new Map<string, string>(profile.claims.map(({ type, value }) => [type, value]));
  const claim = (type: Profile['claims'][number]['type']): string => claims.get(type) ?? '';
  return {
    id: claim('id'),
    name: claim('name') || profile.displayName,
    email: claim('email'),
    pictureUrl: claim('pictureUrl'),
    enterpriseId: claim('enterpriseId'),
    enterpriseName: claim('enterpriseName'),
    agentId: claim('agentId'),
    isProvider: claim('isProvider') === 'true',
    viewAs: claim('viewAsRoleId') === '' ? null : { roleId: claim('viewAsRoleId'), enterpriseId: claim('viewAsEnterpriseId') },
  };
}

/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('');
}

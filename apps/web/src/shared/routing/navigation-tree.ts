import type { AnyRoute } from '@tanstack/react-router';
import { type Access, isPermitted } from '../access/access.ts';
import type { PageData, PageName } from './page.ts';

export interface PageNode {
  page: PageData;
  /** Path with its parameters as `$name`. */
  path: string;
  children: PageNode[];
}

/** The pages of the route tree, in the order the navigation shows them. */
export function toPageNodes(root: AnyRoute): PageNode[] {
  return childrenOf(root).flatMap((route): PageNode[] => {
    const page: PageData = route.options.staticData;
    // The index of a group only leads on to one of its pages.
    if (page.name === nameOf(route.parentRoute)) return [];
    return [{ page, path: withoutSlash(route.fullPath), children: toPageNodes(route) }];
  });
}

/** Entries of the navigation for a user: groups stay when any child is permitted (spec §6). A page that names its group as its parent stands in that group. */
export function toNavigation(nodes: readonly PageNode[], access: Access): PageNode[] {
  const isInGroup = ({ page }: PageNode): boolean => nodes.some((node) => node.page.name === page.parent);
  return nodes
    .filter((node) => isShown(node, access) && !isInGroup(node))
    .flatMap((node) => {
      const children = toNavigation(node.children, access);
      const leadsNowhere = isGroup(node) ? children.length === 0 : !isNodePermitted(node, access);
      const more = nodes.filter(
        (other) => other.page.parent === node.page.name && isShown(other, access) && isNodePermitted(other, access),
      );
      return leadsNowhere ? [] : [{ ...node, children: [...children, ...more].sort(byOrder) }];
    })
    .sort(byOrder);
}

function isShown({ page: { navigation } }: PageNode, access: Access): boolean {
  return navigation !== undefined && (!navigation.providerOnly || access.isProvider);
}

function byOrder(left: PageNode, right: PageNode): number {
  return (left.page.navigation?.order ?? 0) - (right.page.navigation?.order ?? 0);
}

/** Whether the user may see a page; a group by any of its children. */
export function isNodePermitted({ page, children }: PageNode, access: Access): boolean {
  return isGroup({ page, children }) ? children.some((child) => isNodePermitted(child, access)) : isPermitted(page, access);
}

export function findPage(nodes: readonly PageNode[], name: PageName): PageNode | undefined {
  return walkTo(nodes, name).at(-1);
}

/** The pages from the top down to one, as the breadcrumbs show them; empty for a page that is not in the tree. */
export function trailTo(nodes: readonly PageNode[], name: PageName): PageNode[] {
  const own = walkTo(nodes, name);
  const parent = own.at(-1)?.page.parent;
  return parent === undefined ? own : [...trailTo(nodes, parent), ...own.slice(-1)];
}

function walkTo(nodes: readonly PageNode[], name: PageName): PageNode[] {
  for (const node of nodes) {
    if (node.page.name === name) return [node];
    const below = walkTo(node.children, name);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}

function isGroup({ page, children }: Pick<PageNode, 'page' | 'children'>): boolean {
  return children.length > 0 && page.permission === undefined;
}

function childrenOf(route: AnyRoute | undefined): AnyRoute[] {
  const children: unknown = route?.children;
  return children === undefined || children === null ? [] : Object.values(children);
}

function nameOf(route: AnyRoute | undefined): PageName | undefined {
  return route?.options.staticData?.name;
}

function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

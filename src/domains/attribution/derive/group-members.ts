import type { Member } from './members.ts'

/** The members of each group, largest first; groups in order of name. */
export function groupMembers(
  members: readonly Member[],
  groupsOf: (member: Member) => readonly string[],
  sizeOf: (id: string) => number,
): Map<string, Member[]> {
  const groups = new Map<string, Member[]>()
  for (const member of members) {
    for (const group of new Set(groupsOf(member))) {
      const list = groups.get(group) ?? []
      groups.set(group, list)
      list.push(member)
    }
  }
  for (const list of groups.values())
    list.sort((a, b) => sizeOf(b.id) - sizeOf(a.id) || (a.id < b.id ? -1 : 1))
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)))
}

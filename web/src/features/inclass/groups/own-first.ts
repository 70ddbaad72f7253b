// The order of groups for a person: their own, then the others as they are numbered.
type Group = { name: string; people: readonly { id: string }[] }

export function ownFirst<G extends Group>(groups: readonly G[], me: string): (G & { isMine: boolean })[] {
  const marked = groups.map((group) => ({ ...group, isMine: group.people.some(({ id }) => id === me) }))
  return [...marked.filter(({ isMine }) => isMine), ...marked.filter(({ isMine }) => !isMine)]
}

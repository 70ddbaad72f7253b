// Queries of a course's groups, and the moves of people between them.
import { type Answer, type CallInput, call } from '../../../client.ts'
import { invalidate, query, queryClient, queryOf } from '../../../queries.ts'
import { reads } from '../../../reads.ts'

export type GroupSet = Answer<'GET /api/courses/:id/group-sets'>['items'][number]
export type Board = Answer<'GET /api/group-sets/:id'>
export type BoardGroup = Board['list'][number]
export type Person = BoardGroup['members'][number]
type MoveBody = NonNullable<CallInput<'PUT /api/group-sets/:id/members'>['body']>
export type Move = NonNullable<MoveBody['moves']>[number]

/** A course has at most 50. */
export const setsQuery = (course: string) => queryOf(reads.groupSets, { id: course })
export const boardQuery = (set: string) => query('GET /api/group-sets/:id', { params: { id: set } })

/** The reads that change with groups. */
const groupReads = ['GET /api/courses/:id/group-sets', 'GET /api/group-sets/:id', 'GET /api/courses/:id/members'] as const
export const refreshGroups = () => invalidate(...groupReads)

// of a thousand names: comparing by a collator is many times faster than by localeCompare
const collator = new Intl.Collator()

/** The board after these moves, everybody in their place by name. */
export function withMoves(board: Board, moves: readonly Move[]): Board {
  const target = new Map(moves.map(({ person_id, to }) => [person_id, to]))
  const everybody = [...(board.ungrouped ?? []), ...board.list.flatMap(({ members }) => members)]
  const coming = Map.groupBy(
    everybody.filter(({ id }) => target.has(id)),
    ({ id }) => target.get(id) ?? null,
  )
  const leaving = new Set(target.keys())
  const after = (people: Person[], group: string | null): Person[] => {
    const come = coming.get(group)
    if (!come && !people.some(({ id }) => leaving.has(id))) return people
    return [...people.filter(({ id }) => !leaving.has(id)), ...(come ?? [])].sort((a, b) => collator.compare(a.name, b.name))
  }
  const list = board.list.map((group) => {
    const members = after(group.members, group.id)
    if (members === group.members) return group
    const stays = members.some(({ id }) => id === group.leader_id)
    return { ...group, members, leader_id: stays ? group.leader_id : null }
  })
  return {
    ...board,
    list,
    ungrouped: board.ungrouped && after(board.ungrouped, null),
    members: list.reduce((sum, { members }) => sum + members.length, 0),
  }
}

let lastMove: Promise<unknown> = Promise.resolve()
/** When the server has answered the moves that the board shows already: who leads a group must be in it there too. */
export const movesAnswered = () => lastMove

/** Moves people; the board shows it at once, and again as the server has it when that fails. */
export function movePeople(set: string, moves: readonly Move[]): Promise<void> {
  const moved = send(set, moves)
  lastMove = Promise.allSettled([lastMove, moved])
  return moved
}

async function send(set: string, moves: readonly Move[]): Promise<void> {
  const { queryKey } = boardQuery(set)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (board: Board | undefined) => board && withMoves(board, moves))
  try {
    await call('PUT /api/group-sets/:id/members', { params: { id: set }, body: { moves: [...moves] } })
  } finally {
    void refreshGroups()
  }
}
export const backwards = (moves: readonly Move[]): Move[] => moves.map(({ person_id, from, to }) => ({ person_id, from: to, to: from }))

/** A group as a preview shows it: who would come, or go on being there. */
export type PreviewGroup = Answer<'POST /api/group-sets/:id/distribute'>['groups'][number]
/** Students who would lead an existing group and do not do so now. */
export const newLeaders = ({ list }: Pick<Board, 'list'>, groups: readonly PreviewGroup[]) =>
  groups.flatMap(({ id, leader_id }) => {
    const now = list.find((group) => group.id === id)
    return now && leader_id && now.leader_id !== leader_id ? [{ group_id: now.id, leader_id }] : []
  })

/** The call that saves a preview. */
export const bodyOf = (board: Pick<Board, 'list'>, groups: readonly PreviewGroup[]): MoveBody => ({
  moves: groups.flatMap(({ id, people }) =>
    id === null ? [] : people.flatMap(({ id: person_id, from }) => (from === id ? [] : [{ person_id, from, to: id }])),
  ),
  new_groups: groups.flatMap(({ id, name, people, leader_id }) =>
    id === null ? [{ name, people: people.map(({ id: person_id, from }) => ({ person_id, from })), ...(leader_id && { leader_id }) }] : [],
  ),
  leaders: newLeaders(board, groups),
})

/** Saves a preview; answers the way back: everybody where they were, who led a group leads it, and the new groups gone. */
export async function savePreview(board: Board, groups: readonly PreviewGroup[]): Promise<{ moved: number; undo: () => Promise<void> }> {
  const set = board.id
  const body = bodyOf(board, groups)
  const { moved, new_groups } = await call('PUT /api/group-sets/:id/members', { params: { id: set }, body })
  await refreshGroups()
  const made = new Map(new_groups.map(({ name, id }) => [name, id]))
  const moves = [
    ...(body.moves ?? []),
    ...(body.new_groups ?? []).flatMap(({ name, people }) => people.map((person) => ({ ...person, to: made.get(name) ?? null }))),
  ]
  const leaders = leadersBefore(board, groups, moves)
  return {
    moved,
    undo: async () => {
      try {
        await call('PUT /api/group-sets/:id/members', { params: { id: set }, body: { moves: backwards(moves), leaders } })
        for (const { id } of new_groups) await call('DELETE /api/groups/:id', { params: { id }, query: {} })
      } finally {
        await refreshGroups()
      }
    },
  }
}

/** Of the groups that get another leader, or whose leader goes: who leads them now. */
function leadersBefore({ list }: Board, groups: readonly PreviewGroup[], moves: readonly Move[]) {
  const named = new Set(newLeaders({ list }, groups).map(({ group_id }) => group_id))
  const going = new Set(moves.map(({ person_id }) => person_id))
  return list
    .filter(({ id, leader_id }) => named.has(id) || (leader_id !== null && going.has(leader_id)))
    .map(({ id, leader_id }) => ({ group_id: id, leader_id }))
}

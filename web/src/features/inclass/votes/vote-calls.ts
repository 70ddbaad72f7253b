// Reads and changes of votes: opened for everybody to see, closed, shown and hidden by the version that is shown.
import { type Answer, type CallInput, call } from '../../../client.ts'
import { query, queryClient } from '../../../queries.ts'
import { type ClassState, showNow, stateOf } from '../queries.ts'

export type Vote = NonNullable<ClassState['vote']>
export type Counts = NonNullable<ClassState['vote_results']>
export type Results = Answer<'GET /api/votes/:id/results'>
export type VoteDraft = CallInput<'POST /api/class-sessions/:id/votes'>['body']

export const resultsOf = (id: string) => ({
  ...query('GET /api/votes/:id/results', { params: { id } }),
  staleTime: 400,
})
export const votesOf = (session: string) =>
  query('GET /api/class-sessions/:id/votes', { params: { id: session }, query: { page_size: 100 } })

const readVotes = (session: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: stateOf(session).queryKey }),
    queryClient.invalidateQueries({ queryKey: votesOf(session).queryKey }),
  ])

export async function openVote(session: string, body: VoteDraft): Promise<void> {
  await call('POST /api/class-sessions/:id/votes', { params: { id: session }, body })
  await showNow(session, 'vote')
  await readVotes(session)
}

type Changes = Omit<CallInput<'PUT /api/votes/:id'>['body'], 'version'>
/** Changes follow each other: each carries the version of the reply before it, which the page may not have read yet. */
let last: Promise<{ id: string; version: number } | undefined> = Promise.resolve(undefined)

export async function changeVote(vote: Vote, changes: Changes): Promise<void> {
  const next = last.then(async (before) => {
    const version = before?.id === vote.id ? Math.max(before.version, vote.version) : vote.version
    return await call('PUT /api/votes/:id', { params: { id: vote.id }, body: { ...changes, version } })
  })
  last = next.catch(() => undefined)
  await next
  await queryClient.invalidateQueries({ queryKey: resultsOf(vote.id).queryKey })
  await readVotes(vote.session_id)
}

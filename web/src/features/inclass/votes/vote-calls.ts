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

export async function changeVote(vote: Vote, changes: Omit<CallInput<'PUT /api/votes/:id'>['body'], 'version'>): Promise<void> {
  await call('PUT /api/votes/:id', { params: { id: vote.id }, body: { ...changes, version: vote.version } })
  await queryClient.invalidateQueries({ queryKey: resultsOf(vote.id).queryKey })
  await readVotes(vote.session_id)
}

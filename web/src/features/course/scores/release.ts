// Showing scores to their students, and hiding them.
import { type CallInput, call } from '../../../client.ts'
import { bookReads } from '../../../parts/learning/scores/queries.ts'
import { invalidate } from '../../../queries.ts'

type Release = CallInput<'POST /api/courses/:id/scores/release'>['body']

export async function releaseScores(course: string, body: Release): Promise<number> {
  const { released } = await call('POST /api/courses/:id/scores/release', { params: { id: course }, body })
  await invalidate(...bookReads)
  return released
}
export async function withdrawScores(course: string, { item_ids, person_ids }: Omit<Release, 'at'>): Promise<number> {
  const body = { item_ids, ...(person_ids && { person_ids }) }
  const { withdrawn } = await call('POST /api/courses/:id/scores/withdraw', { params: { id: course }, body })
  await invalidate(...bookReads)
  return withdrawn
}

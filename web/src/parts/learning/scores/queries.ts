// Reads of scores.
import type { Answer } from '../../../client.ts'
import { query } from '../../../queries.ts'

export type MyScores = Answer<'GET /api/courses/:id/my-scores'>
export type Gradebook = Answer<'GET /api/courses/:id/gradebook'>
export type Scale = Answer<'GET /api/org/score-scales'>['items'][number]

export const gradebookQuery = (id: string) => query('GET /api/courses/:id/gradebook', { params: { id } })
/** `trial`: item → possible points; the result is that with them. */
export const myScoresQuery = (id: string, trial?: Readonly<Record<string, string>>) =>
  query('GET /api/courses/:id/my-scores', { params: { id }, query: trial ? { trial: JSON.stringify(trial) } : {} })
export const personScoresQuery = (id: string, person: string) => query('GET /api/courses/:id/scores/:person', { params: { id, person } })
export const scoreHistoryQuery = (item: string, person: string) =>
  query('GET /api/score-items/:id/history/:person', { params: { id: item, person } })
export const scoreStatisticsQuery = (id: string, item?: string) =>
  query('GET /api/courses/:id/scores/statistics', { params: { id }, query: item ? { item_id: item } : {} })
export const scalesQuery = query('GET /api/org/score-scales')

/** Everything that a change of the rules or of what is shown may change. */
export const bookReads = [
  'GET /api/courses/:id/gradebook',
  'GET /api/courses/:id/scores/:person',
  'GET /api/courses/:id/scores/statistics',
  'GET /api/score-items/:id/history/:person',
  'GET /api/courses/:id/score-policy',
] as const

// The read of the workplace messenger that its page and form share.
import type { Answer } from '../../../client.ts'
import { query } from '../../../queries.ts'

export type Workplace = Answer<'GET /api/org/workplace'>
export const workplaceQuery = query('GET /api/org/workplace')

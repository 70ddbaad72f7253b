// The read of the providers of meetings that their page and forms share.
import type { Answer } from '../../../client.ts'
import { query } from '../../../queries.ts'

export type MeetingAccounts = Answer<'GET /api/org/meeting-providers'>
export type MeetingAccount = MeetingAccounts['items'][number]
export const accountsQuery = query('GET /api/org/meeting-providers', {})

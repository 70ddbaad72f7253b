// Queries and decisions of requests: those to join the organisation, and those to its workgroup administrator.
import { type Answer, type CallInput, call } from '../../../client.ts'
import { invalidate, query } from '../../../queries.ts'

export type OrgRequest = Answer<'GET /api/org-requests'>['items'][number]
export type RequestState = OrgRequest['state']
/** The one who decides: an administrator of the organisation, or the workgroup's. */
export type Decider = 'administrator' | 'workgroup'
export type Decision = CallInput<'PUT /api/org-requests/:id'>['body'] & CallInput<'PUT /api/workgroup/org-requests/:id'>['body']

export const requestsQuery = (decider: Decider, input: { state: RequestState; page: number; page_size: number }) =>
  decider === 'administrator'
    ? query('GET /api/org-requests', { query: input })
    : query('GET /api/workgroup/org-requests', { query: input })

export const decide = (decider: Decider, id: string, body: Decision) =>
  decider === 'administrator'
    ? call('PUT /api/org-requests/:id', { params: { id }, body })
    : call('PUT /api/workgroup/org-requests/:id', { params: { id }, body })

/** The lists of requests. */
export const refreshRequests = () => Promise.all([invalidate('GET /api/org-requests'), invalidate('GET /api/workgroup/org-requests')])
/** Also the people: one more is among them. */
export const refreshDecided = () => Promise.all([refreshRequests(), invalidate('GET /api/users')])

// Requests of the rights matrix to the calls of requests and of the installation's operators.
import { newId } from '@lyceum/kit/ids'
import { storeRequest } from '../org-requests.ts'
import { product } from '../product.ts'
import type { Request } from './request.ts'

const orgRequests = new Map<string, Promise<string>>()
/** A request that waits in the school; a version that is old shows the right and changes nothing. */
const waitingRequest =
  (kind: 'join' | 'new_org'): Request =>
  async ({ home }) => {
    const known =
      orgRequests.get(`${kind} ${home.id}`) ?? storeRequest(product(), { org: home.id, kind, person: home.people.secondStudent.id })
    orgRequests.set(`${kind} ${home.id}`, known)
    return { params: { id: await known }, body: { decision: 'reject', reason: 'Not now.', version: 0 } }
  }
const organisationDraft = () => ({
  name: 'Reef College',
  locale: 'en',
  administrator: { name: 'Ada', user_no: '1', email: `${newId()}@example.edu` },
})
const inADay = { until: '2030-01-01T00:00:00Z' }

export const installationRequests: Record<string, Request> = {
  'POST /api/org-requests': ({ place }) => ({ body: { kind: 'join', org_id: place.org, role: 'student' } }),
  'DELETE /api/user/org-requests/:id': async ({ who, home }) => ({
    params: { id: who ? await storeRequest(product(), { org: home.id, kind: 'new_org', person: who.id }) : newId() },
  }),
  'PUT /api/org-requests/:id': waitingRequest('join'),
  'PUT /api/workgroup/org-requests/:id': waitingRequest('new_org'),
  'POST /api/installation/orgs': () => ({ body: organisationDraft() }),
  'PUT /api/installation/orgs/:id': ({ home }) => ({ params: { id: home.id }, body: { version: 0 } }),
  'POST /api/installation/orgs/:id/entry': ({ home }) => ({ params: { id: home.id }, body: inADay }),
  'PUT /api/installation/orgs/:id/entry': ({ home }) => ({ params: { id: home.id }, body: inADay }),
  'DELETE /api/installation/orgs/:id/entry': ({ home }) => ({ params: { id: home.id } }),
  'POST /internal-api/operators': () => ({ body: { login: 'x' } }),
  'DELETE /internal-api/operators/:id': () => ({ params: { id: newId() } }),
}

// The requests of the rights matrix to the workplace messenger.
import type { Request } from './request.ts'

export const workplaceRequests: Record<string, Request> = {
  'PUT /api/org/workplace': () => ({ body: { kind: null, on: false, version: 0 } }),
  'GET /internal-api/workplace/chats/:course': ({ place }) => ({ params: { course: place.course }, query: { org: place.org } }),
  'PUT /internal-api/workplace/chats/:course': ({ place }) => ({
    params: { course: place.course },
    body: { org: place.org, owner: null, name: 'Reefs', people: [] },
  }),
  'GET /api/workplace/chat': ({ place }) => ({ query: { course_id: place.course } }),
  'PUT /api/workplace/chat': ({ place }) => ({ query: { course_id: place.course }, body: { users_2_add: [place.teacher.id] } }),
}

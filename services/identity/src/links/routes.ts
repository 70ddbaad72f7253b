import { routes } from '@lyceum/kit/routes'
import type { Deps } from '../deps.ts'
import { linkCalls } from './api.ts'
import { changeLink, forgetLink, keepLink, myLinks } from './links.ts'

export const linkRoutes = routes(linkCalls)<Deps>({
  'GET /api/user/links': async ({ deps, actor }) => ({ links: await myLinks(deps, actor) }),
  'POST /api/user/links': ({ deps, actor, body }) => keepLink(deps, actor, body),
  'PUT /api/user/links/:id': ({ deps, actor, params, body }) => changeLink(deps, actor, params.id, body),
  'DELETE /api/user/links/:id': async ({ deps, actor, params }) => {
    await forgetLink(deps, actor, params.id)
    return null
  },
})

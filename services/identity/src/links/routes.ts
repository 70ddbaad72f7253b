// Routes of links: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { linkCalls } from './api.ts'
import { changeLink, deleteLink, createLink, myLinks } from './links.ts'

export const linkRoutes = routes(linkCalls)<Deps, typeof rules>({
  'GET /api/user/links': async ({ deps, actor }) => ({ links: await myLinks(deps, actor) }),
  'POST /api/user/links': ({ deps, actor, body }) => createLink(deps, actor, body),
  'PUT /api/user/links/:id': ({ deps, actor, params, body }) => changeLink(deps, actor, params.id, body),
  'DELETE /api/user/links/:id': async ({ deps, actor, params }) => {
    await deleteLink(deps, actor, params.id)
    return null
  },
})

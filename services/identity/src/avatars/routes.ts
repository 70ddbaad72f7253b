// Routes of avatars: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { rules } from '../rules.ts'
import type { Deps } from '../deps.ts'
import { avatarCalls } from './api.ts'
import { changeAvatar, deleteAvatar, readAvatar } from './avatars.ts'

export const avatarRoutes = routes(avatarCalls)<Deps, typeof rules>({
  'PUT /api/user/avatar': ({ deps, actor, body }) => changeAvatar(deps, actor, body.picture),
  'DELETE /api/user/avatar': ({ deps, actor }) => deleteAvatar(deps, actor),
  'GET /api/avatars/:id': async ({ deps, params, reply }) => {
    const { type, bytes } = await readAvatar(deps, params.id)
    reply.headers({ 'content-type': type, 'cache-control': 'private, max-age=31536000, immutable' })
    return bytes
  },
})

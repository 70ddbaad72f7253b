// Routes of rooms: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { roomCalls } from './api.ts'
import { changeRoom, deleteRoom, listManagedRooms, listRooms, makeRoom, readBookings, restoreRoom } from './rooms.ts'

export const roomRoutes = routes(roomCalls)<Deps, CourseRules>({
  'GET /api/rooms': ({ deps, actor, query }) => listRooms(deps, actor, query),
  'GET /api/management/rooms': ({ deps, actor, query }) => listManagedRooms(deps, actor, query),
  'POST /api/management/rooms': ({ deps, actor, body }) => makeRoom(deps, actor, body),
  'PUT /api/management/rooms/:id': ({ deps, actor, params, body }) => changeRoom(deps, actor, params.id, body),
  'DELETE /api/management/rooms/:id': ({ deps, actor, params, query }) => deleteRoom(deps, actor, params.id, query.version),
  'PUT /api/management/rooms/:id/restore': ({ deps, actor, params }) => restoreRoom(deps, actor, params.id),
  'GET /api/management/rooms/:id/bookings': ({ deps, actor, params, query }) => readBookings(deps, actor, params.id, query),
})

// Routes of devices: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import { deviceCalls } from './api.ts'
import { addDevice, listDevices, removeDevice, testDevice } from './devices.ts'

export const deviceRoutes = routes(deviceCalls)<Deps, CourseRules>({
  'GET /api/push-devices': ({ deps, actor }) => listDevices(deps, actor),
  'POST /api/push-devices': ({ deps, actor, body }) => addDevice(deps, actor, body),
  'DELETE /api/push-devices/:id': ({ deps, actor, params }) => removeDevice(deps, actor, params.id),
  'POST /api/push-devices/:id/test': ({ deps, actor, params }) => testDevice(deps, actor, params.id),
})

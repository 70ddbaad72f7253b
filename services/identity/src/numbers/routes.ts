// Routes of numbers: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import type { rules } from '../rules.ts'
import { numberCalls } from './api.ts'
import { peopleCounted } from './numbers.ts'

export const numberRoutes = routes(numberCalls)<Deps, typeof rules>({
  'GET /api/management/people': ({ deps, actor }) => peopleCounted(deps, actor),
})

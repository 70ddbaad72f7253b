// Fills Node's compile cache (NODE_COMPILE_CACHE) with every module of the server, once, while an image is built: a pod's start then takes
// half of the processor time away from the pods beside it.
import { services } from '../services/services.ts'

const modules: (() => Promise<unknown>)[] = [
  ...Object.values(services),
  () => import('./targets/servers.ts'),
  () => import('../services/contracts.ts'),
  () => import('@lyceum/bff/service'),
]
for (const load of modules) await load()

// Run once while an image is made: what a start compiles is written down (NODE_COMPILE_CACHE), so that a pod that starts takes half of the
// processor's time away from those beside it.
import { services } from './main.ts'

const parts: (() => Promise<unknown>)[] = [
  ...Object.values(services),
  () => import('./world-servers.ts'),
  () => import('./contracts.ts'),
  () => import('@lyceum/bff/service'),
]
for (const part of parts) await part()
